"""The template tags of Django's library ``i18n``, which take the place of it.

Where there is one language, a text without values is the same on every page. So it is put into the template
when that is read, and not looked up and rendered each time: a third of what pages consist of is such texts.
"""

from django.conf import settings
from django.template import Library, Node
from django.template.base import Parser, TextNode, Token, TokenType
from django.templatetags import i18n

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's ``translate``."""
    node = i18n.do_translate(parser, token)
    text, filters = node.filter_expression.var, node.filter_expression.filters
    is_fixed = text.literal is not None and not (filters or node.asvar or settings.USE_I18N)
    return TextNode(text.literal.replace("%%", "%")) if is_fixed else node


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's ``blocktranslate``."""
    node = i18n.do_block_translate(parser, token)
    has_values = any(part.token_type == TokenType.VAR for part in node.singular)
    if has_values or node.plural or node.extra_context or node.asvar or settings.USE_I18N:
        return node
    text, _values = node.render_token_list(node.singular)
    return TextNode(text.replace("%%", "%"))
