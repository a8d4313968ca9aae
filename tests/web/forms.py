"""The forms of a page and what a browser sends of them, by each of their buttons."""

from __future__ import annotations

from html.parser import HTMLParser

from msgspec import Struct

Pairs = list[tuple[str, str]]


class Form(Struct):
    """A form: where it goes, what its fields hold, and its buttons, each with what it adds."""

    method: str
    action: str
    fields: Pairs
    buttons: list[Pairs]

    def sendings(self) -> list[Pairs]:
        """What is sent, by each button; with no button at all, once."""
        return [self.fields + pressed for pressed in self.buttons or [[]]]


class Forms(HTMLParser):
    """The forms of a page, in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: tuple[Form, str] | None = None
        self._chosen = ""
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in given}
        if tag == "form":
            self._form = Form(has.get("method", "get"), has.get("action", ""), [], [])
            self.found.append(self._form)
            self._by_id[has.get("id", "")] = self._form
            return
        form = self._by_id.get(has["form"]) if has.get("form") else self._form
        if form is None or "disabled" in has:
            return
        name, value, kind = has.get("name", ""), has.get("value", ""), has.get("type", "")
        if tag == "button" and kind != "button":
            form.buttons.append([(name, value)] if name else [])
        elif tag in ("input", "textarea") and name:
            if kind not in ("radio", "checkbox"):
                form.fields.append((name, value))
            elif "checked" in has:
                form.fields.append((name, value or "on"))
        elif tag == "select":
            self._select, self._chosen = (form, name), ""
        elif tag == "option" and self._select and ("selected" in has or not self._chosen):
            self._chosen = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            form, name = self._select
            form.fields.append((name, self._chosen))
            self._select = None


def forms_in(page: str) -> list[Form]:
    return Forms(page).found
