"""The public client's calls for images, which this service does not store: all are refused."""

from __future__ import annotations

from pydantic import ConfigDict

from ..operations.call import Call
from ..operations.contract import Arguments, Result
from ..refusals.errors import NotAllowed
from .contract import operation


class ImageArguments(Arguments):
    """Any fields; they are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class NoImages(Result):
    """Never returned."""


def refuse_images(_call: Call, _arguments: ImageArguments) -> NoImages:
    """Raise :class:`NotAllowed`, as the client documents it for a model without images."""
    raise NotAllowed("field.unsupported.images")


GET_IMAGE, LIST_IMAGES, FORGET_IMAGE = (
    operation(
        refuse_images,
        path=path,
        method=method,
        name=name,
        title="No images",
        description="Always refused with 403: this service keeps no images.",
        writes=False,
    )
    for method, path, name in (
        ("POST", "/memory/image", "get_image"),
        ("POST", "/memory/images", "list_images"),
        ("DELETE", "/memory/image", "forget_image"),
    )
)
