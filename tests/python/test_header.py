"""What ctypes is told against what paso.h says: nobody else would notice a difference before it crashes."""
import os
import re
import unittest
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p

import cases
from pasodoble import _library

with open(os.path.join(cases.SOURCE, "include", "paso.h"), encoding="utf-8") as file:
    text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.DOTALL)
HEADER = " ".join(word for line in text.splitlines() if not line.startswith("#") for word in line.split())

HANDLES = r"paso_(options|system|run|linear) ?\*"
TYPES = {"void": None, "bool": c_bool, "int": c_int, "long": c_long, "double": c_double, "size_t": c_size_t, "char": c_char,
         "char *": c_char_p, "void *": c_void_p, "double *": POINTER(c_double), "int *": POINTER(c_int),
         "char **": POINTER(c_char_p), "char ***": POINTER(POINTER(c_char_p)), "paso_error *": POINTER(_library.ErrorStruct),
         "paso_limit *": POINTER(_library.LimitStruct), "paso_summary *": POINTER(_library.SummaryStruct),
         "paso_text *": _library.TEXT, "paso_question *": CFUNCTYPE(c_bool, c_char_p, c_void_p),
         "paso_observer *": _library.OBSERVER, "paso_names": c_int, "paso_signals": c_int, "paso_limit_kind": c_int}


def type_of(declared):
    """Of "const char *const **names" or "double": the type without const and the name."""
    declared = re.sub(r"\bconst\b", "", declared)
    stars = "*" * declared.count("*")
    words = declared.replace("*", " ").split()
    named = f"{words[0]} {stars}".strip()
    return c_void_p if re.fullmatch(HANDLES, named) else TYPES[named]


def members_of(struct):
    body = re.search(r"typedef struct %s \{(.*?)\}" % struct, HEADER).group(1)
    members = []
    for line in filter(None, map(str.strip, body.split(";"))):
        first, *others = line.split(",")
        kind = type_of(first)
        for name in [first, *others]:
            members.append((re.search(r"(\w+)(\[\w+\])?$", name.strip()).group(1), kind))
    return members


class Header(unittest.TestCase):
    def test_functions(self):
        declared = re.findall(r"PASO_API ([^()]*?)(paso_\w+)\(([^)]*)\);", HEADER)
        self.assertGreater(len(declared), 30)
        known = {name: (type_of(result), [] if given == "void" else [type_of(one) for one in given.split(",")])
                 for result, name, given in declared}
        for name, (result, arguments) in _library._FUNCTIONS.items():
            with self.subTest(name):
                self.assertEqual((result, arguments), known[name])

    def test_the_package_uses_the_library_and_nothing_else(self):
        folder = os.path.dirname(_library.__file__)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with self.subTest(name), open(os.path.join(folder, name), encoding="utf-8") as file:
                    used = set(re.findall(r"\bpaso_\w+(?=\b[\"(.,)])", file.read()))
                    self.assertLessEqual(used, set(_library._FUNCTIONS))

    def test_structs(self):
        for struct, ours in (("paso_summary", _library.SummaryStruct), ("paso_point", _library.PointStruct),
                             ("paso_limit", _library.LimitStruct)):
            with self.subTest(struct):
                self.assertEqual(ours._fields_, members_of(struct))

    def test_the_error_has_its_sizes(self):
        sizes = {name: int(size) for name, size in re.findall(r"(PASO_\w+_SIZE) = (\d+)", HEADER)}
        self.assertEqual([name for name, _ in members_of("paso_error")], [name for name, *_ in _library.ErrorStruct._fields_])
        self.assertEqual((_library.ErrorStruct.code.size, _library.ErrorStruct.message.size),
                         (sizes["PASO_CODE_SIZE"], sizes["PASO_MESSAGE_SIZE"]))
        for kind, names in (("paso_names", ["PASO_COMPONENTS", "PASO_INPUTS", "PASO_OUTPUTS"]),
                            ("paso_signals", ["PASO_LINEAR_STATES", "PASO_LINEAR_INPUTS", "PASO_LINEAR_OUTPUTS"]),
                            ("paso_limit_kind", ["PASO_LIMIT_FOUND", "PASO_LIMIT_ABOVE", "PASO_LIMIT_BELOW"])):
            self.assertEqual(re.search(r"typedef enum %s \{([^}]*)\}" % kind, HEADER).group(1).replace(",", " ").split(), names)
