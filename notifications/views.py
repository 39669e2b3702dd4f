"""Pages with a person's mail and mail settings, and the links in mails that mute a kind."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt  # noqa: TID251 - said below
from django.views.decorators.http import require_http_methods, require_POST

from notifications import bounces, letters, queries, rhythm, services
from notifications.forms import RhythmForm, TopicForm
from notifications.models import Rhythm
from notifications.push.views import section_of
from sekigahara.errors.exceptions import or_404
from sekigahara.requests.never_refused import never_refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """A person's mail and its settings."""
    person = _person(request)
    chosen = rhythm.of(person)
    about = request.POST.get("topic", request.GET.get("about", ""))
    if about and about not in rhythm.topics_of(person.pk):
        raise Http404
    form = RhythmForm(chosen, request.POST if "rhythm" in request.POST and not about else None)
    topic_form = TopicForm(
        request.POST if "topic" in request.POST else None,
        initial={"topic": about, "rhythm": chosen.topics.get(about, "")},
    )
    if request.method == "POST" and _stored(request, person, form, topic_form):
        messages.success(request, _("Your mail settings are saved."))
        return redirect("notifications:mail")
    context = {
        "form": form,
        "topic": topic_form,
        "about": about,
        "topics": [(topic, Rhythm(own).label) for topic, own in chosen.topics.items()],
        "choices": queries.choices_of(person),
        "sent": queries.sent_to(person),
        "most": queries.MAILS_SHOWN,
        **section_of(person),
    }
    status = 400 if form.errors or topic_form.errors else 200
    return render(request, "notifications/mail_page.html", context, status=status)


def _stored(request: HttpRequest, person: Model, form: RhythmForm, topic_form: TopicForm) -> bool:
    """Store what was sent, unless something is wrong with it."""
    if topic_form.is_bound:
        if topic_form.is_valid():
            values = topic_form.cleaned_data
            rhythm.choose_for_topic(person, values["topic"], values["rhythm"] or None)
        return topic_form.is_valid()
    if form.is_bound:
        if form.is_valid():
            rhythm.choose(form.chosen(person.pk))
        return form.is_valid()
    services.choose(person=person, wanted=request.POST.getlist("wanted"))
    return True


@login_required
@require_POST
def trial(request: HttpRequest) -> HttpResponse:
    """Send the person a test mail."""
    if services.send_trial(person=_person(request)):
        messages.success(request, _("A test mail is on its way."))
    else:
        most = services.MOST_TEST_MAILS
        messages.error(request, _("You can send at most %(most)d test mails an hour.") % {"most": most})
    return redirect("notifications:mail")


@login_required
@require_POST
def works_again(request: HttpRequest) -> HttpResponse:
    """The person says that our mail gets there again."""
    bounces.works_again(_person(request))
    messages.success(request, _("Good. You are told here if mail comes back again."))
    return redirect("notifications:mail")


# Mail programs post here without ever having asked for the page (RFC 8058): the token is proof enough.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_refused("GET", "HEAD", "POST")
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Mute or unmute a kind of mail without signing in.

    Mail scanners follow its links too, so only a button has an effect.
    """
    link = or_404(letters.stop_link(token))
    if request.method == "POST":
        change = services.unmute if "undo" in request.POST else services.mute
        change(person=link.person, kind=link.kind.name)
    context = {
        "kind": queries.title_of(link.kind.name),
        "is_muted": queries.is_muted(link.person.pk, link.kind.name),
        "is_done": request.method == "POST",
    }
    response = render(request, "notifications/stop.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _person(request: HttpRequest) -> Model:
    return cast(Model, request.user)  # login_required has seen to it
