from django.urls import path

from games.web.ladders import bidding, challenges, embed, files, pages

app_name = "ladders"
urlpatterns = [
    path("clubs/<slug:slug>/ladders/new/", pages.new_ladder, name="new"),
    path("ladders/<slug:ladder>/", pages.ladder, name="ladder"),
    path("ladders/<slug:ladder>/part/", pages.take_part, name="take-part"),
    path("ladders/<slug:ladder>/leave/", pages.leave, name="leave"),
    path("ladders/<slug:ladder>/settings/", pages.change, name="settings"),
    path("ladders/<slug:ladder>/close/", pages.close, name="close"),
    path("ladders/<slug:ladder>/challenge/", challenges.make, name="make-challenge"),
    path("ladders/<slug:ladder>/challenges/<slug:challenge>/", challenges.challenge, name="challenge"),
    path("ladders/<slug:ladder>/embed/", embed.embedded, name="embed"),
    path("ladders/<slug:ladder>/standings.png", embed.picture, name="picture"),
    path("ladders/<slug:ladder>/standings.csv", files.standings_csv, name="csv"),
    path("ladders/<slug:ladder>/standings.json", files.standings_json, name="json"),
    path("ladders/<slug:ladder>/crosstable.csv", files.crosstable_csv, name="crosstable-csv"),
    path("biddings/<slug:bidding>/", bidding.bidding, name="bidding"),
    path("biddings/<slug:bidding>/link/<str:token>/", bidding.bidding_link, name="bidding-link"),
]
