"""What steps of the excavator cost: the measurement runs, and says a row for either coupling. How long they take is not asked: other programs run here, too.

    excavator_cost.py PROGRAM
"""
import re
import subprocess
import sys

done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
ROW = r"{}: 16\d{{3}} steps of 1\.2 ms, median (\d\.\d{{4}}) ms, 99\.9 % below (\d+\.\d{{4}}) ms, the longest (\d+\.\d{{4}}) ms"
lines = done.stdout.splitlines()
assert done.stderr == "" and len(lines) == 2, done.stderr + done.stdout
for line, coupling in zip(lines, ("force coupling", "pressure coupling")):
    found = re.fullmatch(ROW.format(coupling), line)
    assert found, line
    median, most, longest = map(float, found.groups())
    assert 0 < median <= most <= longest, line
assert done.returncode in (0, 1), done.returncode
