"""Who inherits a club whose organisers have closed their accounts."""

from django.db.models import Case, IntegerField, QuerySet, Value, When

from games.ladders.models.club import Club, Membership


def heir_of(club: Club) -> Membership | None:
    """Who leads a club whose organisers are all forgotten: the first arbiter, else the first member.

    None where there is an organiser, and where nobody is left.
    """
    if Membership.objects.filter(club=club, role=Membership.Role.ORGANISER).exists():
        return None
    return ranked(Membership.objects.select_related("person").filter(club=club)).first()


def ranked(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """Members with ``rank``: organisers first, then arbiters, each by length of membership."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Membership.Role.values)]
    by_rank = members.annotate(rank=Case(*ranks, output_field=IntegerField()))
    return by_rank.order_by("rank", "joined_at", "public_id")
