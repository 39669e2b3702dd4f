"""Templates as they are read: prepared for being rendered many times.

Django looks at each value as if it could be a number, a time or lazy, and searches all of a template that is
extended for its blocks, on every page. Most values are text, and templates never change once they are read.
"""

from html import escape
from typing import Any

from django.template import Node, Origin, Template
from django.template.base import NodeList, VariableNode, render_value_in_context
from django.template.context import Context
from django.template.loaders import cached
from django.utils.safestring import SafeString


class Loader(cached.Loader):
    """Django's loader that keeps what others have read."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template of a name, but none of those to skip."""
        known = None if skip else self.get_template_cache.get(template_name)
        if isinstance(known, Template):
            return known
        template: Template = super().get_template(template_name, skip)
        if not isinstance(template.nodelist, _Nodes):
            template.nodelist = _Nodes(template.nodelist)
            for node in template.nodelist.get_nodes_by_type(VariableNode):
                node.__class__ = _Value
        return template


class _Nodes(NodeList):
    """The nodes of a template, which remember what was found among them."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self._found: dict[type[Node], list[Any]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Any]:
        """All nodes of a type, also within others."""
        if nodetype not in self._found:
            self._found[nodetype] = super().get_nodes_by_type(nodetype)
        return self._found[nodetype]


class _Value(VariableNode):
    """A value: text is only escaped, as Django does after everything else."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context)
        if type(value) is str:
            return escape(value) if context.autoescape else value
        return value if type(value) is SafeString else str(render_value_in_context(value, context))
