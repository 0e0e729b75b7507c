"""Puts docstrings into the C code that mypyc generates: it writes signatures, but drops every docstring.

The build calls `document` on each C file before compiling it. Functions, methods, properties, classes and modules get the
docstrings of their sources; functions whose defaults mypyc cannot write get a signature. What mypyc's output must look like
for this is checked: `document` fails when it finds a module without its place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

STRING = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
METHOD_TABLE = re.compile(r"^static PyMethodDef (\w+)_methods\[\] = \{\n.*?^\};", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(rf'(\{{"(\w+)",\s*\(PyCFunction\)\w+,\s*METH_[A-Z_ |]+, )PyDoc_STR\((NULL|{STRING})\)')
PROPERTY_TABLE = re.compile(r"^static PyGetSetDef (\w+)_getseters\[\] = \{\n.*?^\};", re.MULTILINE | re.DOTALL)
PROPERTY = re.compile(r'(\{"(\w+)",\s*\(getter\)\w+,\s*(?:\(setter\)\w+|NULL),\s*)NULL, NULL\}')
CLASS = re.compile(rf"(\.tp_doc = )PyDoc_STR\((NULL|{STRING})\)(,\n\}};\nstatic PyTypeObject \*CPyType_(\w+)_template\b)")
# methods of classes that are made by calls are objects of a type of their own
CALLABLE = re.compile(
    r"^(static PyTypeObject CPyType_(\w+)_template_ = \{\n"
    r"    PyVarObject_HEAD_INIT\(NULL, 0\)\n    \.tp_name = \"(\w+)_obj\",\n.*?)"
    rf"    \.tp_doc = PyDoc_STR\({STRING}\),\n",
    re.MULTILINE | re.DOTALL,
)
SIGNATURE = """static PyObject *{name}_text_signature(PyObject *self, void *closure) {{ return PyUnicode_FromString({text}); }}
static PyGetSetDef {name}_signature[] = {{
    {{"__text_signature__", (getter){name}_text_signature, NULL, NULL, NULL}},
    {{NULL}}
}};
"""
MODULE = "    NULL, /* docstring */\n"
# named tuples, typed dicts and exceptions are made by calls, and get this text; the next traceback names the class's line
FILLER = re.compile(
    r"= CPyStatics\[\d+\](; /\* 'mypyc filler docstring' \*/\n.*?CPy_AddTraceback\(\"[^\"]*\", \"[^\"]*\", (\d+),)", re.DOTALL
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


def document(source: Path, generated: Path) -> None:
    """Changes the C code of one module. ValueError when it does not look as expected."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    code = generated.read_text(encoding="utf-8")
    if MODULE not in code:
        raise ValueError(f"{generated.name}: no place for the module's docstring")
    code = code.replace(MODULE, f"    {c_string(ast.get_docstring(tree) or '')}, /* docstring */\n", 1)
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    lines = {node.lineno: node for node in classes.values()}

    def owner(prefix: str) -> ast.AST:
        """The class of a table, or the module."""
        name = prefix.rpartition("___")[2]
        return classes.get(name) or (tree if prefix.endswith("module") else ast.Module([], []))

    def methods(table: re.Match[str]) -> str:
        found = functions(owner(table[1]))
        return ENTRY.sub(lambda entry: one_method(entry, found.get(entry[2]), tree), table[0])

    def properties(table: re.Match[str]) -> str:
        found = functions(owner(table[1]))
        return PROPERTY.sub(lambda entry: one_property(entry, found.get(entry[2])), table[0])

    def one_class(match: re.Match[str]) -> str:
        node = classes.get(match[4].rpartition("___")[2])
        text = ast.get_docstring(node) if node else None
        return f"{match[1]}{joined(match[2], text)}{match[3]}" if text else match[0]

    def filler(match: re.Match[str]) -> str:
        text = ast.get_docstring(lines[int(match[2])])
        return f"= PyUnicode_FromString({c_string(text)}){match[1]}" if text else match[0]

    def callable_object(match: re.Match[str]) -> str:
        for name, node in classes.items():
            method = functions(node).get(match[3].removesuffix(f"_{name}"))
            if method is not None and match[3].endswith(f"_{name}"):
                text = signature(method, tree).removeprefix(method.name).replace("(self", "($self", 1)
                doc = f"    .tp_doc = {c_string(ast.get_docstring(method) or '')},\n    .tp_getset = {match[2]}_signature,\n"
                return SIGNATURE.format(name=match[2], text=c_string(text)) + match[1] + doc
        return match[0]

    code = CALLABLE.sub(callable_object, code)
    code = METHOD_TABLE.sub(methods, code)
    code = PROPERTY_TABLE.sub(properties, code)
    code = CLASS.sub(one_class, code)
    code = FILLER.sub(filler, code)
    generated.write_text(code, encoding="utf-8")


def functions(node: ast.AST) -> dict[str, Function]:
    """The functions of a class or module by name; of overloads and setters the one with a docstring."""
    found: dict[str, Function] = {}
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            known = found.get(child.name)
            if known is None or not ast.get_docstring(known):
                found[child.name] = child
    return found


def one_method(entry: re.Match[str], node: Function | None, tree: ast.Module) -> str:
    if node is None:
        return entry[0]
    start = entry[3]
    if start == "NULL":
        start = c_string(f"{signature(node, tree)}\n--\n\n")
    text = ast.get_docstring(node)
    return f"{entry[1]}{joined(start, text or '')}"


def one_property(entry: re.Match[str], node: Function | None) -> str:
    text = ast.get_docstring(node) if node is not None else None
    return f"{entry[1]}{c_string(text)}, NULL}}" if text else entry[0]


def joined(start: str, text: str) -> str:
    """mypyc's string and a docstring as one C string."""
    return f"PyDoc_STR({'' if start == 'NULL' else start} {c_string(text)})"


def c_string(text: str) -> str:
    """A C literal in plain ASCII; one for each line, since compilers limit their length."""
    parts = []
    for line in text.splitlines(keepends=True) or [""]:
        data = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in line.encode())
        parts.append(f'"{data}"')
    return " ".join(parts)


def signature(node: Function, tree: ast.Module) -> str:
    """As `inspect.signature` reads it; defaults that it cannot evaluate are an ellipsis."""
    known = {name for name, value in constants(tree) if plain(value, set())}
    arguments = node.args
    for defaults in (arguments.defaults, arguments.kw_defaults):
        for index, value in enumerate(defaults):
            if value is not None and not plain(value, known):
                defaults[index] = ast.Constant(...)
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if argument is not None:
            argument.annotation = None
    return f"{node.name}({ast.unparse(arguments)})"


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def plain(value: ast.expr, known: set[str]) -> bool:
    """Numbers and texts, and names of such."""
    allowed = (ast.Constant, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.expr_context)
    return all(isinstance(node, allowed) or (isinstance(node, ast.Name) and node.id in known) for node in ast.walk(value))
