"""Template tags for drawings: `{% load drawing %}`."""

from django import template

from games.drawing.blocks import block_svg
from games.drawing.board import board_svg
from games.drawing.cards import card_svg

register = template.Library()
register.simple_tag(board_svg, name="draw_board")
register.simple_tag(block_svg, name="draw_block")
register.simple_tag(card_svg, name="draw_card")
