from django.urls import path

from notifications import views

app_name = "notifications"
urlpatterns = [
    path("me/mail/", views.mail, name="mail"),
    path("me/mail/test/", views.trial, name="trial"),
    path("mail/stop/<str:token>/", views.stop, name="stop"),
]
