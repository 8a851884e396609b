#!/usr/bin/env bash
# mod_auth_openidc 2.4.12.3 (Debian 12) takes the answer of an authorization server that has both `error` and `iss`, as
# RFC 9207 (section 2) demands of servers that send `iss`, for the start of a sign-in by OpenID Provider discovery, because
# it looks for `iss` first. So the user never sees why the sign-in failed. Without `iss`, the error is shown.
# For operators: let the authorization server leave `iss` out for this client.
set -euo pipefail
version=2.4.12.3-2+deb12u5
work=$(mktemp -d)
pid=
trap 'if [[ -n $pid ]]; then kill "$pid"; fi; rm -rf "$work"' EXIT
cd "$work"
chmod 755 .
apt-get download -qq -o APT::Sandbox::User=root apache2-bin "libapache2-mod-auth-openidc=$version" libcjose0 libhiredis0.14 libapr1 libaprutil1 \
  liblua5.3-0 libjansson4
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$work/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo x86_64-linux-gnu)
modules=$work/root/usr/lib/apache2/modules
cat > site.conf <<CONF
ServerRoot $work
ServerName 127.0.0.1
Listen 127.0.0.1:48443
PidFile $work/pid
ErrorLog $work/error.log
$(for name in mpm_event authn_core authz_core authz_user auth_openidc; do echo "LoadModule ${name}_module $modules/mod_$name.so"; done)
User nobody
Group nogroup
OIDCProviderIssuer https://op.example.test
OIDCProviderAuthorizationEndpoint https://op.example.test/authorize
OIDCProviderTokenEndpoint https://op.example.test/token
OIDCProviderJwksUri https://op.example.test/jwks
OIDCClientID client
OIDCClientSecret secret
OIDCCryptoPassphrase passphrase
OIDCRedirectURI http://127.0.0.1:48443/callback
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
CONF
root/usr/sbin/apache2 -D FOREGROUND -f "$work/site.conf" & pid=$!
for _ in $(seq 50); do curl -s -o /dev/null http://127.0.0.1:48443/ && break; sleep 0.1; done
# how the module answers the same error with and without `iss`, each time to a browser that it has just sent away
answer() {
  rm -f jar
  local sent state
  sent=$(curl -s -c jar -H 'Accept: text/html' -o /dev/null -w '%{redirect_url}' http://127.0.0.1:48443/page)
  state=$(sed -E 's/.*[?&]state=([^&]*).*/\1/' <<<"$sent")
  curl -s -b jar -i "http://127.0.0.1:48443/callback?error=access_denied&state=$state$1" || true
}
without=$(answer '') with=$(answer '&iss=https%3A%2F%2Fop.example.test')
# what the page says
says() { grep -o "access_denied" <<<"$1" || grep -o "SSO to this module[^&]*" <<<"$1"; }
echo "mod_auth_openidc $version, error without iss: $(says "$without")"
echo "mod_auth_openidc $version, error with iss:    $(says "$with")"
[[ $without == *access_denied* && $with != *access_denied* ]] || { echo "The behaviour has changed."; exit 1; }
