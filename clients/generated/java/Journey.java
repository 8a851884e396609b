import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.DefinitionsApi;
import org.openapitools.client.api.UsersApi;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.EmptyEnvelope;
import org.openapitools.client.model.LoginRequest;
import org.openapitools.client.model.StaleFailureEnvelope;
import org.openapitools.client.model.StaleFailureEnvelopeData;
import org.openapitools.client.model.StoreUserRequest;
import org.openapitools.client.model.UpdateUserRequest;
import org.openapitools.client.model.UsersStoreValidationFailedFailureEnvelope;

/** Signs in and manages a user with the client of openapi-generator's java generator. */
public class Journey {
  interface Call {
    void run() throws ApiException;
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("AUTHDOCK_URL"));
    AuthenticationApi authentication = new AuthenticationApi(client);
    UsersApi users = new UsersApi(client);
    LoginRequest credentials =
        new LoginRequest().email(System.getenv("AUTHDOCK_OWNER_EMAIL")).password(System.getenv("AUTHDOCK_PASSWORD"));
    String token = authentication.authLogin(credentials).getData().getUserWithToken().getToken();
    ((HttpBearerAuth) client.getAuthentication("bearerAuth")).setBearerToken(token);

    var definitions = new DefinitionsApi(client).definitionsIndex(List.of("userStatus", "yesNo")).getData();
    check(definitions.size() == 2, "reads two definitions", definitions);

    List<String> emails = new ArrayList<>();
    String cursor = null;
    do {
      var page = users.usersIndex("java@example", null, null, null, null, null, null, null, "email", null, 2, cursor);
      page.getData().getItems().forEach(user -> emails.add(user.getEmail()));
      cursor = page.getMeta().getPagination().getNextCursor();
    } while (cursor != null);
    check(emails.size() == 3 && emails.get(2).equals(System.getenv("AUTHDOCK_USER_EMAIL")), "lists all pages", emails);

    StoreUserRequest grace = new StoreUserRequest().firstName("Grace").lastName("Hopper").email("not an address");
    ApiException refused = failureOf(() -> users.usersStore(grace, null));
    check(refused.getCode() == 422, "refuses an invalid address", refused);
    var envelope = UsersStoreValidationFailedFailureEnvelope.fromJson(refused.getResponseBody());
    check(envelope.getData().getErrors().get("email").size() == 1, "names the invalid field", envelope);

    grace.email("grace.java@test.example");
    String key = UUID.randomUUID().toString();
    var created = users.usersStoreWithHttpInfo(grace, key);
    UUID user = created.getData().getData().getId();
    check(created.getData().getData().getAvatarUrl() == null, "creates a user", created);
    check(users.usersStore(grace, key).getData().getId().equals(user), "creates the user once", user);

    String later =
        "{\"success\":true,\"status\":200,\"message\":\"\",\"data\":{},\"meta\":{},\"trace_id\":\"%s\",\"later\":1}";
    check(EmptyEnvelope.fromJson(later.formatted(key)).getSuccess(), "accepts a field of a later version", later);

    String code = StaleFailureEnvelopeData.fromJson("{\"code\":\"later\"}").getCode().name();
    check(code.startsWith("UNKNOWN"), "accepts an error code of a later version", code);

    String etag = created.getHeaders().get("etag").get(0);
    var renamed = users.usersPatch(user, etag, new UpdateUserRequest().firstName("Faster"));
    check(renamed.getData().getFullName().equals("Faster Hopper"), "renames the user", renamed);
    ApiException stale = failureOf(() -> users.usersPatch(user, etag, new UpdateUserRequest().firstName("Slower")));
    code = StaleFailureEnvelope.fromJson(stale.getResponseBody()).getData().getCode().getValue();
    check(stale.getCode() == 412 && code.equals("stale"), "doesn't overwrite a change", stale);

    authentication.authLogout();
    ApiException revoked = failureOf(() -> authentication.authMe(null));
    check(revoked.getCode() == 401, "can't use the token any more", revoked);
    client.getHttpClient().dispatcher().executorService().shutdown();
    client.getHttpClient().connectionPool().evictAll();
  }

  private static ApiException failureOf(Call call) {
    try {
      call.run();
    } catch (ApiException failure) {
      return failure;
    }
    throw new IllegalStateException("The call must fail.");
  }

  private static void check(boolean passed, String what, Object found) {
    if (!passed) throw new IllegalStateException("Failed: " + what + ". Found: " + found);
    System.out.println("  ✓ " + what);
  }
}
