from django.urls import path

from games.api import views

app_name = "games-api"
urlpatterns = [
    path("games/<slug:public_id>/", views.GameView.as_view(), name="game"),
    path("games/<slug:public_id>/options/", views.GameOptions.as_view(), name="options"),
    path("games/<slug:public_id>/actions/", views.GameActions.as_view(), name="actions"),
]
