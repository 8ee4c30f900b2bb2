"""Runs from start to stop time, and what comes back."""
import array
import csv
import io
import json
import math
import os
import pickle
import signal
import sys
import tempfile
import threading
import types
import unittest
from contextlib import redirect_stderr
from unittest import mock

import cases
import pasodoble
from pasodoble import PasoError, System, perform

try:
    import numpy
except ImportError:
    numpy = None


class Runs(unittest.TestCase):
    def test_published_lengths_come_out(self):
        result = cases.manipulator().run(record="multibody.s", stop_time=6.02, **cases.PUBLISHED)
        self.assertEqual(result.names, ["time", "multibody.s"])
        self.assertEqual(len(result["time"]), 30101)
        by_time = {round(t, 4): s for t, s in zip(result["time"], result["multibody.s"])}
        for t, s in cases.PUBLISHED_S.items():
            self.assertAlmostEqual(by_time[t], s, delta=cases.LAST_DIGIT)
        self.assertEqual((result.summary.status, result.summary.steps, result.summary.time), ("done", 30100, 6.02))
        self.assertEqual(result.warnings, [])

    def test_columns_are_arrays(self):
        result = cases.oscillator().run(macro_step=0.5)
        kind = array.array if numpy is None else numpy.ndarray
        self.assertIsInstance(result["mass1.x"], kind)
        self.assertEqual(sum(result["time"][:3]), 1.5)
        self.assertEqual(len(dict(result)), len(result.names))
        with self.assertRaisesRegex(KeyError, "mass9.*mass1.x"):
            result["mass9.x"]

    def test_every_and_lists_of_names(self):
        result = cases.oscillator().run(macro_step="10ms", stop_time=0.1, every=4, record=["mass2.x", "mass1.*"])
        self.assertEqual([round(t, 9) for t in result["time"]], [0, 0.04, 0.08, 0.1])
        self.assertIn("mass2.x", result)
        self.assertIn("mass1.dx", result)
        self.assertNotIn("mass2.dx", result)

    def test_words_are_those_of_the_command_line(self):
        with cases.oscillator().start(macro_step="5ms", rate={"mass1": 2, "mass2": 1}, scheme="gauss-seidel", iterations=None,
                                      log=False) as run:
            self.assertEqual((run.macro_step, run.start_time, run.stop_time), (5e-3, 0, 10))
        for wrong, code, words in (({"makro_step": 1}, "OPTION_UNKNOWN_BUT", "--macro-step"),
                                   ({"macro_step": "soon"}, "OPTION_VALUE", "soon"),
                                   ({"rate": {"nobody": 2}}, "RUN_NO_COMPONENT", "nobody")):
            with self.assertRaisesRegex(PasoError, words) as caught:
                cases.oscillator().run(**wrong)
            self.assertEqual((caught.exception.code, caught.exception.status), (code, 2))

    def test_lists_are_for_options_that_repeat(self):
        system = cases.oscillator()
        for wrong in ({"macro_step": ["1ms", "2ms"]}, {"scheme": ()}, {"stop_time": {}}):
            with self.assertRaisesRegex(PasoError, "takes one value, and not a list of") as caught:
                system.start(**wrong)
            self.assertEqual((caught.exception.code, caught.exception.status), ("OPTION_TWICE", 2))
        with system.start(macro_step=["5ms"], rate=["mass1=2", "mass2=3"], set={}) as run:
            self.assertEqual(run.macro_step, 5e-3)
        with self.assertRaisesRegex(PasoError, "nobody"):
            system.start(rate=["mass1=2", "nobody=3"])
        for record, words in (([], "record names nothing"), (None, "record=None records nothing")):
            with self.assertRaisesRegex(ValueError, words):
                system.run(record=record, stop_time=0.1)
        with self.assertRaisesRegex(ValueError, "record names nothing"):
            system.start(record=())
        with self.assertRaisesRegex(PasoError, "every cannot be 0"):
            system.run(every=0, stop_time=0.1)

    def test_an_underscore_at_the_end_is_for_words_of_python(self):
        with self.assertRaisesRegex(PasoError, "none.csv") as caught:
            perform("plot", "none.csv", with_="none.csv", output="x.svg")
        self.assertEqual(caught.exception.code, "CSV_OPEN")

    def test_a_system_names_its_parts(self):
        system = cases.manipulator()
        self.assertEqual(system.components, ["multibody", "hydraulics"])
        self.assertEqual(system.inputs, ["kappa"])  # as SystemStructure.ssd says
        self.assertIn("hydraulics.p1", system.outputs)
        self.assertEqual(system.name, "lim_manipulator")

    def test_strings_and_other_types(self):
        # tests/master/import/fmus/types: "hello " and the input; booleans are negated.
        result = cases.test_fmu("types").run(macro_step=0.25, stop_time=0.5, record="*_out",
                                             set={"string_in": "you", "boolean_in": True, "integer_in": 7})
        self.assertEqual(list(result["string_out"]), ["hello you"] * 3)
        self.assertEqual(list(result["boolean_out"]), [0, 0, 0])
        self.assertEqual(list(result["integer_out"]), [17, 17, 17])

    def test_warnings_are_kept(self):
        # Two passes cannot reach 1e-15.
        result = cases.oscillator().run(macro_step="10ms", stop_time=0.1, iterations=2, iteration_tolerance=1e-15)
        self.assertEqual(len([text for text in result.warnings if "passes" in text]), 1)

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_numbers_of_numpy_are_numbers(self):
        result = cases.oscillator().run(macro_step=numpy.float32(0.5), stop_time=numpy.int64(2),
                                        set={"mass1.x_0": numpy.float64(0.25)}, record="mass1.x")
        self.assertEqual((len(result["time"]), result["mass1.x"][0]), (5, 0.25))

    def test_frames_are_of_pandas(self):
        class Frame(dict):
            def set_index(self, name):
                return name, sorted(self)

        with mock.patch.dict(sys.modules, pandas=types.SimpleNamespace(DataFrame=Frame)):
            frame = cases.oscillator().run(macro_step=1, record="mass1.x").to_frame()
        self.assertEqual(frame, ("time", ["mass1.x", "time"]))


class Failures(unittest.TestCase):
    def test_files_that_are_wrong(self):
        with self.assertRaisesRegex(PasoError, "no/such.ssp") as caught:
            System("no/such.ssp")
        self.assertEqual((caught.exception.code, caught.exception.status), ("FILE_OPEN", 2))
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((copy.message, copy.code, copy.status), (str(caught.exception), "FILE_OPEN", 2))

    def test_what_a_failed_run_recorded_stays(self):
        # An FMU that fails on demand; x' = 1.
        with cases.test_fmu("fails").start(macro_step=0.125, stop_time=1, record="x",
                                           set={"fail_in": "fmi2DoStep", "fail_time": 0.5}) as run:
            with self.assertRaises(PasoError) as caught:
                run.advance()
            self.assertEqual(caught.exception.status, 1)
            self.assertEqual(run.summary.status, "failed")
        self.assertEqual(list(run.result["x"]), list(run.result["time"]))
        self.assertEqual(list(run.result["time"]), [0, 0.125, 0.25, 0.375, 0.5])
        self.assertEqual(run.result.summary.status, "failed")


class Progress(unittest.TestCase):
    def test_a_callback_hears_both_ends(self):
        heard = []
        cases.oscillator().run(macro_step="10ms", progress=lambda time, fraction: heard.append((time, fraction)))
        self.assertEqual((heard[0], heard[-1]), ((0, 0), (10, 1)))

    def test_a_callback_ends_the_run(self):
        result = cases.oscillator().run(macro_step="10ms", progress=lambda time, fraction: False)
        self.assertEqual((result.summary.status, result.summary.steps), ("interrupted", 0))

    def test_what_a_callback_raises_arrives(self):
        def interrupt(time, fraction):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            cases.oscillator().run(macro_step="10ms", progress=interrupt)

    def test_ctrl_c_ends_the_run(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        later = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        with cases.oscillator().start(macro_step="1us", stop_time=1000, every=1000, record="mass1.x") as run:  # for hours
            later.start()
            with self.assertRaises(KeyboardInterrupt):
                run.advance()
            self.assertEqual(run.summary.status, "interrupted")
            self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_true_prints_a_line(self):
        with redirect_stderr(io.StringIO()) as said:
            cases.oscillator().run(macro_step="10ms", progress=True)
        self.assertTrue(said.getvalue().endswith("\r100.0 %, t = 10 s \n"), said.getvalue())


class Sweeps(unittest.TestCase):
    def test_orders_of_convergence(self):
        # Held inputs err by H, linear ones by H^2: against the solution in closed form, halving H divides the error by 2 and 4.
        # Two masses of 1 kg, springs 10, 100 (between) and 1000 N/m: omega^2 = 605 -+ 505 with the modes (10, 1) and (1, -10).
        # x1(0)' = 100 m/s; parts 100/101 and 1/101 of it move in them.
        def exact(t):
            return 100 * (100 / 101 * math.sin(10 * t) / 10 + 1 / 101 * math.sin(math.sqrt(1110) * t) / math.sqrt(1110))

        system = cases.oscillator()
        times = [0.1 * i for i in range(11)]
        start = {**cases.ACCURATE, "mass1.dx_0": 100, "mass2.dx_0": 0, "mass1.x_0": 0, "mass2.x_0": 0}
        table = system.sweep(extrapolation=[0, 1], macro_step=["0.5ms", 1e-3], set=start, stop_time=1, record="mass1.x",
                             reference={"time": times, "mass1.x": [exact(t) for t in times]})
        self.assertEqual(table["extrapolation"], [0, 0, 1, 1])
        self.assertEqual(table["macro_step"], [5e-4, 1e-3, 5e-4, 1e-3])
        self.assertEqual(table["status"], ["done"] * 4)
        error = table["max_error:mass1.x"]
        self.assertAlmostEqual(error[1] / error[0], 2, delta=0.1)
        self.assertAlmostEqual(error[3] / error[2], 4, delta=0.2)
        self.assertTrue(all(final <= largest for final, largest in zip(table["final_error:mass1.x"], error)))

    def test_a_reference_is_columns_or_the_finest_run(self):
        for reference in (5, "best", [1.0], 0.5):
            with self.assertRaisesRegex(ValueError, "the reference is a result"):
                cases.oscillator().sweep(macro_step=[0.5, 0.25], stop_time=1, reference=reference)

    def test_finest_is_the_reference_of_its_own_combination(self):
        table = cases.oscillator().sweep(macro_step=["4ms", "1ms"], set={"mass1.k": [10, 20]}, stop_time=0.2, record="mass1.x",
                                         reference="finest")
        self.assertEqual(table["mass1.k"], [10, 20, 10, 20])
        error = table["max_error:mass1.x"]
        self.assertEqual(error[2:], [None, None])
        for coarse, fine in ((0, 2), (1, 3)):
            by_hand = max(abs(a - b) for a, b in zip(table.results[coarse]["mass1.x"], table.results[fine]["mass1.x"][::4]))
            self.assertEqual(error[coarse], by_hand)

    def test_a_run_that_fails_does_not_end_the_sweep(self):
        table = cases.test_fmu("fails").sweep(macro_step=0.125, stop_time=1, record="x",
                                              set={"fail_in": "fmi2DoStep", "fail_time": [0.5, 2]}, reference="finest")
        self.assertEqual(table["status"], ["failed", "done"])
        self.assertEqual(table["steps"], [4, 8])
        self.assertIn("fmi2DoStep", table["message"][0])
        self.assertIsNone(table.results[0])
        with self.assertRaises(PasoError):
            cases.oscillator().sweep(macro_step=["1ms", "never"])

    def test_progress_counts_runs(self):
        options = {"macro_step": ["10ms", "20ms", "40ms"], "stop_time": 0.2, "record": "mass1.x"}
        heard = []
        cases.oscillator().sweep(progress=lambda done, of: heard.append((done, of)), **options)
        self.assertEqual(heard, [(0, 3), (1, 3), (2, 3), (3, 3)])
        table = cases.oscillator().sweep(progress=lambda done, of: done < 2, **options)
        self.assertEqual(table["status"], ["done", "done"])
        with redirect_stderr(io.StringIO()) as said:
            cases.oscillator().sweep(progress=True, **options)
        self.assertTrue(said.getvalue().endswith("\r3 of 3 runs \n"), said.getvalue())


class Files(unittest.TestCase):
    def test_a_run_writes_what_it_returns(self):
        with tempfile.TemporaryDirectory() as folder:
            path, summary = os.path.join(folder, "x.csv"), os.path.join(folder, "x.json")
            result = cases.oscillator().run(macro_step=0.5, record=["mass1.x", "mass2.x"], every=2, output=path, summary=summary)
            with open(path, encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            with open(summary, encoding="utf-8") as file:
                self.assertEqual(json.load(file)["steps"], result.summary.steps)
        self.assertEqual(rows[0], ["time", "mass1.x", "mass2.x"])
        self.assertEqual([[float(cell) for cell in row] for row in rows[1:]],
                         [list(row) for row in zip(result["time"], result["mass1.x"], result["mass2.x"])])

    def test_other_commands_can_be_called(self):
        told = json.loads(pasodoble.perform("info", os.path.join(cases.BUILD, "fmus", "OscillatorMass.fmu"), json=True).text)
        self.assertEqual((told["modelName"], told["fmiVersion"]), ("OscillatorMass", "2.0"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.csv")
            report = pasodoble.perform("sweep", cases.oscillator().path, macro_step="1ms,2ms", stop_time=0.1, output=path)
            with open(path, encoding="utf-8", newline="") as file:
                self.assertEqual([row["status"] for row in csv.DictReader(file)], ["done", "done"])
        self.assertIn("2 runs: 2 done", str(report))
        self.assertTrue(any("mass1.f" in text for text in report.warnings))  # which nothing drives
        with self.assertRaises(PasoError) as caught:
            pasodoble.perform("dance", "x.ssp")
        self.assertEqual(caught.exception.code, "CALL_TASK")

    def test_a_sweep_that_takes_long_tells_its_progress(self):
        heard = []

        def hear(line):
            heard.append(line)
            if not line:  # what a callback raises arrives
                raise ValueError("the line is taken away")

        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(ValueError, "taken away"):
            pasodoble.perform("sweep", cases.oscillator().path, progress=hear, macro_step="1us,2us", stop_time=5, jobs=1,
                              output=os.path.join(folder, "x.csv"))
        self.assertTrue(any("of 2 runs" in line for line in heard), heard)



class Exports(unittest.TestCase):
    def test_documents_become_fmus_and_systems(self):
        with tempfile.TemporaryDirectory() as folder:
            fmu, ssp = os.path.join(folder, "crane.fmu"), os.path.join(folder, "boom.ssp")
            pasodoble.export(os.path.join(cases.SOURCE, "docs/mechanisms/crane.json"), fmu)
            self.assertTrue(System(fmu).outputs)
            pasodoble.export(os.path.join(cases.SOURCE, "docs/circuits/boom-system.json"), ssp, set={"coupling": "pressures"})
            self.assertGreaterEqual(len(System(ssp).components), 2)
        with self.assertRaisesRegex(PasoError, "no.json"):
            pasodoble.export("no.json", fmu)
