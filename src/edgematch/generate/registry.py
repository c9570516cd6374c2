"""The generation models: the modules of the folder `models`, looked up by name."""

from __future__ import annotations

from edgematch.generate.base import Model
from edgematch.options import parse_options, split_spec
from edgematch.registry import Registry

MODELS: Registry[Model] = Registry(
    "generation model",
    Model,  # type: ignore[type-abstract]
    "edgematch.generate.models",
)
names, find, document, describe = MODELS.names, MODELS.find, MODELS.document, MODELS.describe


def configure(spec: str | Model, **options: object) -> Model:
    """The model of a string such as `two-set?frame=3`, with further options by name."""
    if isinstance(spec, Model):
        return spec
    name, texts = split_spec(spec)
    cls = find(name)
    return cls(parse_options(cls.Options, {key: str(value) for key, value in options.items()} | texts, name))
