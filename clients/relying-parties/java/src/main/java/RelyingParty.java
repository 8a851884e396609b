import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.*;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.*;
import com.nimbusds.oauth2.sdk.pkce.*;
import com.nimbusds.openid.connect.sdk.*;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.nimbusds.jose.JWSAlgorithm;
import java.net.URI;
import java.util.Scanner;

/** A relying party with Nimbus, the library of Spring Security, which knows only the issuer. */
public class RelyingParty {
  public static void main(String[] arguments) throws Exception {
    Issuer issuer = new Issuer(arguments[0]);
    ClientID id = new ClientID(arguments[1]);
    Secret secret = new Secret(arguments[2]);
    URI redirect = URI.create(arguments[3]);
    OIDCProviderMetadata provider = OIDCProviderMetadata.resolve(issuer);
    CodeVerifier verifier = new CodeVerifier();
    State state = new State();
    Nonce nonce = new Nonce();
    System.out.println("AUTHORIZE " + new AuthenticationRequest.Builder(
            ResponseType.CODE, new Scope("openid", "profile", "email"), id, redirect)
        .endpointURI(provider.getAuthorizationEndpointURI())
        .state(state).nonce(nonce).codeChallenge(verifier, CodeChallengeMethod.S256).build().toURI());

    AuthenticationResponse back = AuthenticationResponseParser.parse(URI.create(new Scanner(System.in).nextLine()));
    if (!back.indicatesSuccess() || !state.equals(back.getState()) || !issuer.equals(back.getIssuer()))
      throw new IllegalStateException("another state or issuer");
    AuthorizationCode code = back.toSuccessResponse().getAuthorizationCode();
    TokenResponse answer = OIDCTokenResponseParser.parse(new TokenRequest.Builder(
            provider.getTokenEndpointURI(), new ClientSecretBasic(id, secret),
            new AuthorizationCodeGrant(code, redirect, verifier)).build().toHTTPRequest().send());
    if (!answer.indicatesSuccess()) throw new IllegalStateException(answer.toErrorResponse().getErrorObject().toString());
    OIDCTokenResponse tokens = (OIDCTokenResponse) answer.toSuccessResponse();
    JWT idToken = tokens.getOIDCTokens().getIDToken();
    IDTokenClaimsSet claims = new IDTokenValidator(issuer, id, JWSAlgorithm.RS256, provider.getJWKSetURI().toURL())
        .validate(idToken, nonce);
    UserInfoResponse user = UserInfoResponse.parse(new UserInfoRequest(
        provider.getUserInfoEndpointURI(), tokens.getTokens().getBearerAccessToken()).toHTTPRequest().send());
    String email = user.toSuccessResponse().getUserInfo().getEmailAddress();
    System.out.printf("CLAIMS {\"sub\":\"%s\",\"email\":\"%s\"}%n", claims.getSubject(), email);
  }
}
