from django.urls import path

from games.web import moderation
from games.web.arbitration import deciding, late_games, pages, stand_ins

app_name = "arbitration"
urlpatterns = [
    path("", pages.overview, name="overview"),
    path("reports/", moderation.club_desk, name="reports"),
    path("late/", late_games.decide_together, name="late"),
    path("<slug:public_id>/", pages.game, name="game"),
    path("<slug:public_id>/decide/<slug:verb>/", deciding.decide, name="decide"),
    path("<slug:public_id>/stand-ins/", stand_ins.stand_ins, name="stand-ins"),
    path("<slug:public_id>/questions/<slug:question>/", deciding.question, name="question"),
    path("<slug:public_id>/questions/<slug:question>/read/", pages.read, name="read"),
    path("<slug:public_id>/opened/<slug:ruling>/", pages.opened_game, name="opened"),
]
