from django.urls import include, path

from notifications import views
from notifications.push import views as push

app_name = "notifications"
urlpatterns = [
    path("me/mail/", views.mail, name="mail"),
    path("me/mail/test/", views.trial, name="trial"),
    path("me/mail/works-again/", views.works_again, name="works-again"),
    path("me/devices/", push.add, name="add-device"),
    path("me/devices/renew/", push.renew, name="renew-device"),
    path("me/devices/<slug:device>/end/", push.end, name="end-device"),
    path("me/devices/<slug:device>/test/", push.trial, name="try-device"),
    path("me/webhooks/", include("notifications.webhooks.urls")),
    path("mail/stop/<str:token>/", views.stop, name="stop"),
]
