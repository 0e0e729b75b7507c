"""Docstrings in generated C: every place that mypyc leaves for them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from qipai.kernel_docs import c_string, document

SOURCE = '''"""A module: 棋."""

LIMIT = 1 << 4
OTHER = object()


class Thing:
    """A thing."""

    @property
    def size(self) -> int:
        """Its size."""
        return 1

    def grow(self, by: int = LIMIT) -> None:
        """Grows
        "by" some."""

    def bare(self) -> None:
        pass


class Pair(NamedTuple):
    """Two."""

    a: int

    def sum(self, start: int = 0) -> int:
        """Both together."""
        return start


def make(low: int = -LIMIT, *, what: object = OTHER) -> Thing:
    """Makes one."""
'''

GENERATED = r"""
static PyGetSetDef m___Thing_getseters[] = {
    {"size",
     (getter)m___Thing_get_size, NULL,
     NULL, NULL},
    {"field",
     (getter)m___Thing_get_field, (setter)m___Thing_set_field,
     NULL, NULL},
};
static PyMethodDef m___Thing_methods[] = {
    {"__internal_mypyc_setup", (PyCFunction)CPyDef_setup, METH_O, NULL},
    {"grow",
     (PyCFunction)CPyPy_m___Thing___grow,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("grow($self, by=16)\n--\n\n")},
    {"bare",
     (PyCFunction)CPyPy_m___Thing___bare,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("bare($self)\n--\n\n")},
};
    .tp_doc = PyDoc_STR("Thing()\n--\n\n"),
};
static PyTypeObject *CPyType_m___Thing_template = &CPyType_m___Thing_template_;
static PyTypeObject CPyType_m___sum_Pair_obj_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sum_Pair_obj",
    .tp_call = PyVectorcall_Call,
    .tp_doc = PyDoc_STR("sum_Pair_obj()\n--\n\n"),
};
static PyMethodDef mmodule_methods[] = {
    {"make", (PyCFunction)CPyPy_m___make, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL) /* docstring */},
};
static struct PyModuleDef mmodule = {
    "m",
    NULL, /* docstring */
};
    cpy_r_r1 = CPyStatics[7]; /* 'mypyc filler docstring' */
    cpy_r_r2 = CPyStatics[8]; /* '__doc__' */
        CPy_AddTraceback("m.py", "<module>", LINE, CPyStatic_m___globals);
"""


def test_every_docstring_finds_its_place(tmp_path: Path) -> None:
    source, generated = tmp_path / "m.py", tmp_path / "m.c"
    source.write_text(SOURCE, encoding="utf-8")
    line = SOURCE[: SOURCE.index("class Pair")].count("\n") + 1
    generated.write_text(GENERATED.replace("LINE", str(line)), encoding="utf-8")
    document(source, generated)
    code = generated.read_text(encoding="utf-8")
    assert '"A module: \\346\\243\\213.", /* docstring */' in code
    assert 'm___Thing_get_size, NULL,\n     "Its size.", NULL}' in code
    assert "m___Thing_set_field,\n     NULL, NULL}" in code
    assert 'PyDoc_STR("grow($self, by=16)\\n--\\n\\n" "Grows\\012" "\\042by\\042 some.")' in code
    assert 'PyDoc_STR("bare($self)\\n--\\n\\n" "")' in code
    assert '.tp_doc = PyDoc_STR("Thing()\\n--\\n\\n" "A thing.")' in code
    assert '"make(low=-LIMIT, *, what=...)\\012" "--\\012" "\\012" "Makes one."' in code
    assert 'void *closure) { return PyUnicode_FromString("($self, start=0)"); }' in code
    assert '.tp_doc = "Both together.",\n    .tp_getset = m___sum_Pair_obj_signature,\n};' in code
    assert "= PyUnicode_FromString(\"Two.\"); /* 'mypyc filler docstring' */" in code


def test_code_without_a_place_for_the_module_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "m.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for the module's docstring"):
        document(tmp_path / "m.py", tmp_path / "m.c")


def test_strings_are_plain_c() -> None:
    assert c_string('a"\\?é\n') == '"a\\042\\134\\077\\303\\251\\012"'
    assert c_string("") == '""'
