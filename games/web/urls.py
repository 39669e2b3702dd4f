from django.urls import path

from games.web import turn_link

app_name = "games"
urlpatterns = [
    path("t/<slug:public_id>/<slug:side>/<str:token>/", turn_link.turn_link, name="turn-link"),
]
