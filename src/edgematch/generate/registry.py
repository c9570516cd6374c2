"""Which generation models there are: the files of the folder `models`, looked up by name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache

from edgematch.errors import OptionError, UnknownName
from edgematch.generate import models
from edgematch.generate.base import Model
from edgematch.search.options import parse_options


def names() -> list[str]:
    """The names of all models, sorted."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(models.__path__))


@cache
def find(name: str) -> type[Model]:
    """The model class of that name."""
    if name not in names():
        raise UnknownName("generation model", name, names())
    module = importlib.import_module(f"{models.__name__}.{name.replace('-', '_')}")
    (found,) = [
        c for _, c in inspect.getmembers(module, inspect.isclass)
        if issubclass(c, Model) and c.__module__ == module.__name__
    ]  # fmt: skip
    found.name = name
    return found


def configure(spec: str | Model, **options: object) -> Model:
    """The model of a string such as `two-set?frame=3`, with further options by name."""
    if isinstance(spec, Model):
        return spec
    name, _, query = spec.partition("?")
    texts = {key: str(value) for key, value in options.items()}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{part!r} in model string {spec!r} is not key=value")
        texts[key] = value
    cls = find(name)
    return cls(parse_options(cls.Options, texts, name))


def document(name: str) -> str:
    """What the model is, in its own words."""
    return inspect.getdoc(inspect.getmodule(find(name))) or ""
