"""A page behind a sign-in with django-allauth, which knows only the issuer."""

import sys

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.management import call_command
from django.http import JsonResponse
from django.urls import include, path

issuer, client_id, secret, database, port = sys.argv[1:]
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database}},
    EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.messages",
        "django.contrib.sessions",
        "allauth",
        "allauth.account",
        "allauth.socialaccount",
        "allauth.socialaccount.providers.openid_connect",
    ],
    LOGIN_REDIRECT_URL="/",
    LOGIN_URL="/accounts/oidc/authdock/login/",
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY=secret,
    SOCIALACCOUNT_LOGIN_ON_GET=True,
    SOCIALACCOUNT_PROVIDERS={
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "authdock",
                    "name": "Authdock",
                    "client_id": client_id,
                    "secret": secret,
                    "settings": {"server_url": issuer},
                }
            ],
        }
    },
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)
django.setup()


@login_required
def page(request):
    account = request.user.socialaccount_set.get()
    return JsonResponse(
        {
            "id": request.user.id,
            "email": request.user.email,
            "sub": account.uid,
        }
    )


urlpatterns = [path("", page), path("accounts/", include("allauth.urls"))]

call_command("migrate", verbosity=0)
call_command("runserver", f"127.0.0.1:{port}", use_reloader=False)
