"""Every test has one of the labels quick, slow and long, and the lists of tests/house/CMakeLists.txt name tests that are there.

    labels.py CTEST BUILD
"""
import json
import os
import subprocess
import sys

ctest, build = sys.argv[1:]
with open(os.path.join(build, "tests/house/listed.txt"), encoding="utf-8") as listed:
    names = listed.read().split()
shown = subprocess.run([ctest, "--show-only=json-v1"], cwd=build, capture_output=True, text=True, check=True).stdout
labels = {}
for test in json.loads(shown)["tests"]:
    labels[test["name"]] = [label for p in test.get("properties", []) if p["name"] == "LABELS" for label in p["value"]]
wrong = [f"{name} has the labels {found}" for name, found in labels.items() if len({"quick", "slow", "long"} & set(found)) != 1]
wrong += [f"{name} is in a list of tests/house/CMakeLists.txt, but no test" for name in names if name not in labels]
if len(labels) < 200:
    wrong.append(f"ctest shows only {len(labels)} tests")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
