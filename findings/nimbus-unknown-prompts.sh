#!/usr/bin/env bash
# Nimbus oauth2-oidc-sdk 11.26 and 11.39 (Java; Spring Security discovers providers with it): OIDCProviderMetadata.parse rejects the
# whole metadata when `prompt_values_supported` lists a prompt that it doesn't know. The list is open: "Initiating User Registration
# via OpenID Connect 1.0", which defines it, has it tell which prompts the provider supports, and adds one itself. So clients
# with this library can't discover a provider that lists a prompt of its own.
# For providers: list only the prompts of the specifications, as this product does, which has `select_organisation` beside them.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > Finding.java <<'JAVA'
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;

public class Finding {
  public static void main(String[] arguments) {
    for (String prompts : new String[] {"\"login\", \"create\"", "\"login\", \"select_organisation\""}) {
      String metadata = """
          {"issuer": "https://op.example", "authorization_endpoint": "https://op.example/authorize",
           "token_endpoint": "https://op.example/token", "jwks_uri": "https://op.example/jwks",
           "response_types_supported": ["code"], "subject_types_supported": ["public"],
           "id_token_signing_alg_values_supported": ["RS256"], "prompt_values_supported": [%s]}""".formatted(prompts);
      try {
        System.out.println("[" + prompts + "]: read, issuer " + OIDCProviderMetadata.parse(metadata).getIssuer());
      } catch (ParseException rejected) {
        System.out.println("[" + prompts + "]: rejected: " + rejected.getMessage());
      }
    }
  }
}
JAVA
for version in 11.26 11.39; do
  cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.nimbusds</groupId>
      <artifactId>oauth2-oidc-sdk</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
</project>
XML
  mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
    "-DoutputDirectory=$work/$version" > maven.txt || { cat maven.txt; exit 1; }
  echo "oauth2-oidc-sdk $version"
  java -cp "$work/$version/*" Finding.java
done | tee seen.txt
diff seen.txt - <<'EXPECTED'
oauth2-oidc-sdk 11.26
["login", "create"]: read, issuer https://op.example
["login", "select_organisation"]: rejected: Unknown prompt type: select_organisation
oauth2-oidc-sdk 11.39
["login", "create"]: read, issuer https://op.example
["login", "select_organisation"]: rejected: Unknown prompt type
EXPECTED
