from django.urls import include, path

from notifications import views

app_name = "notifications"
urlpatterns = [
    path("me/mail/", views.mail, name="mail"),
    path("me/mail/test/", views.trial, name="trial"),
    path("me/mail/works-again/", views.works_again, name="works-again"),
    path("me/devices/", include("notifications.push.urls")),
    path("me/webhooks/", include("notifications.webhooks.urls")),
    path("mail/stop/<str:token>/", views.stop, name="stop"),
]
