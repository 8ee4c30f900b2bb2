"""Tables as frames of the real pandas: frames.py SOURCE BUILD; exits with 77 where there is no pandas."""
import math
import os
import sys

try:
    import pandas
except ImportError:
    print("no pandas here (Debian: apt install python3-pandas): frames are not tried")
    sys.exit(77)

source, build = sys.argv[1:3]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(source, "python"), os.path.join(source, "tests", "python")]
os.environ.update(PASO_TEST_BUILD=build, PASO_TEST_SOURCE=source)
os.environ.setdefault("PASO_LIBRARY", build)

import cases  # noqa: E402

result = cases.oscillator().run(macro_step=1 / 64, stop_time=1, record=["mass1.x", "mass2.x"], set=cases.ACCURATE)
frame = result.to_frame()
assert isinstance(frame, pandas.DataFrame)
assert frame.index.name == "time" and list(frame.columns) == ["mass1.x", "mass2.x"], frame
assert frame.shape == (65, 2) and not frame.isna().any().any()
assert [k / 64 for k in range(65)] == list(frame.index)
for name in frame.columns:
    assert frame[name].dtype == float and list(frame[name]) == list(result[name])
assert frame.loc[0.5, "mass1.x"] == result["mass1.x"][32]
# What users do with it: the mean over time is that of the trapezoidal rule, computed by hand.
means = frame.rolling(2).mean().dropna().mean()
for name in frame.columns:
    x = list(result[name])
    assert math.isclose(means[name], math.fsum((a + b) / 2 for a, b in zip(x, x[1:])) / 64, rel_tol=1e-12, abs_tol=1e-15)

table = cases.oscillator().sweep(macro_step=[1 / 64, 1 / 128], stop_time=0.5).to_frame()
assert isinstance(table, pandas.DataFrame) and len(table) == 2, table
assert list(table["steps"]) == [32, 64] and list(table["status"]) == ["done", "done"], table
