"""Python as a component: values in and out between steps."""
import gc
import unittest
from concurrent.futures import ThreadPoolExecutor

import cases
from pasodoble import PasoError


class Steps(unittest.TestCase):
    def test_a_control_loop_is_the_sampled_system(self):
        # A sampled PD controller around m x'' = -k x + u; between samples in closed form. The FMU takes Runge-Kutta steps of 1 ms,
        # whose error is below t w (w h)^4 / 120 < 2e-12 of the amplitude.
        x, v = 0.1, 0.0
        with cases.mass().start(macro_step="20ms", stop_time=3, record="x",
                                set={"solver": 2, "dx_0": 0, "x_0": 0.1, "m": 1, "k": 10, "step_size": 1e-3}) as run:
            while not run.ended:
                self.assertAlmostEqual(run["x"], x, delta=1e-11)
                run["f"] = -20 * run["x"] - 5 * run["dx"]
                run.step()
                x, v = cases.oscillate(x, v, -20 * x - 5 * v, 0.02)
            self.assertAlmostEqual(run["x"], x, delta=1e-11)
        self.assertLess(abs(x), 1e-3)  # it was a controller
        self.assertEqual((run.summary.status, run.summary.steps, run.time), ("done", 150, 3))
        self.assertAlmostEqual(run.result["x"][-1], x, delta=1e-11)
        self.assertEqual(len(run.result["time"]), 151)

    def test_advance_stops_where_it_was_told(self):
        with cases.mass().start(macro_step="20ms", set={"solver": 2, "x_0": 0.1, "dx_0": 0, "step_size": 1e-3}) as run:
            run.advance(0.517)
            self.assertEqual(run.time, 0.517)
            self.assertAlmostEqual(run["x"], cases.oscillate(0.1, 0, 0, 0.517)[0], delta=1e-11)
            self.assertFalse(run.ended)

    def test_strings_are_read(self):
        with cases.test_fmu("types").start(macro_step=0.25, set={"string_in": "you"}) as run:
            run.step()
            self.assertEqual(run["string_out"], "hello you")

    def test_a_strict_fmu_is_read_in_time(self):
        # It refuses a get after a set without a step in between, as the standard permits.
        run = cases.test_fmu("strict").start(macro_step=0.1, watch=["y"])
        run["u"] = 3
        self.assertEqual(run["y"], 1)
        with self.assertRaises(PasoError):
            run["x"]
        run.close()

    def test_what_cannot_be_set_is_told(self):
        with cases.oscillator().start() as run:
            for name, code in (("mass1.dy", "SYSTEM_NO_VARIABLE_BUT"), ("mass1.x_c", "SYSTEM_INPUT_DRIVEN"),
                               ("mass1.x", "SYSTEM_NO_INPUT")):
                with self.assertRaises(PasoError) as caught:
                    run[name] = 1
                self.assertEqual((caught.exception.code, caught.exception.status), (code, 2))

    def test_a_closed_run_says_so(self):
        with cases.oscillator().start() as run:
            run.step()
        for use in (run.step, lambda: run["mass1.x"], lambda: run.stop_time):
            with self.assertRaisesRegex(PasoError, "closed"):
                use()
        self.assertTrue(run.ended)
        with self.assertRaisesRegex(PasoError, "record"):
            run.result
        run.close()  # again: nothing

    def test_runs_outlive_their_system_and_close_themselves(self):
        run = cases.oscillator().start(macro_step="10ms", record="mass1.x")
        gc.collect()
        run.step()
        self.assertAlmostEqual(run.time, 0.01)
        del run
        gc.collect()

    def test_progress_alone_records_nothing(self):
        heard = []
        with cases.oscillator().start(macro_step="10ms", progress=lambda time, fraction: heard.append(fraction)) as run:
            run.advance()
        self.assertEqual((heard[0], heard[-1]), (0, 1))
        with self.assertRaisesRegex(PasoError, "record"):
            run.result

    def test_threads_share_a_system(self):
        system = cases.oscillator()

        def end(k):
            return system.run(macro_step="5ms", stop_time=2, set={"mass1.k": k}, record="mass1.x")["mass1.x"][-1]

        stiffnesses = [10, 20, 30, 40] * 2
        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(end, stiffnesses)), [end(k) for k in stiffnesses])

    def test_an_exception_in_the_block_arrives(self):
        with self.assertRaises(ZeroDivisionError):
            with cases.oscillator().start() as run:
                1 / 0
        self.assertTrue(run.ended)
