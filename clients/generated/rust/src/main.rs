//! Signs in and manages a user with the client that openapi-generator's rust generator makes.

use openapi::apis::authentication_api::{auth_login, auth_logout, auth_me, AuthMeError};
use openapi::apis::configuration::Configuration;
use openapi::apis::definitions_api::definitions_index;
use openapi::apis::users_api::*;
use openapi::apis::Error;
use openapi::models::{LoginEnvelopeData, LoginRequest, StoreUserRequest, UpdateUserRequest, UsersEnvelope};
use std::env::var;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut client = Configuration { base_path: var("AUTHDOCK_URL").unwrap(), ..Configuration::default() };
    let credentials = LoginRequest::new(var("AUTHDOCK_OWNER_EMAIL").unwrap(), var("AUTHDOCK_PASSWORD").unwrap());
    let LoginEnvelopeData::UserWithToken(signed_in) = *auth_login(&client, credentials).await.unwrap().data else {
        panic!("signs in");
    };
    // with oauth_access_token, the client sends the header twice
    client.bearer_access_token = Some(signed_in.token);

    let keys = vec!["userStatus".to_string(), "yesNo".to_string()];
    assert_eq!(definitions_index(&client, Some(keys)).await.unwrap().data.len(), 2);

    let mut emails = Vec::new();
    let mut cursor = None;
    loop {
        let users = list(&client, cursor.as_deref()).await;
        emails.extend(users.data.items.into_iter().map(|user| user.email));
        cursor = users.meta.pagination.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((emails.len(), &emails[2]), (3, &var("AUTHDOCK_USER_EMAIL").unwrap()));

    let grace = |email: &str| StoreUserRequest::new("Grace".into(), "Hopper".into(), email.into());
    let Err(Error::ResponseError(refused)) = users_store(&client, grace("not an address"), None).await else {
        panic!("refuses an invalid address");
    };
    assert_eq!(refused.status, 422);
    let Some(UsersStoreError::Status422(envelope)) = refused.entity else {
        panic!("the failure has another type: {}", refused.content);
    };
    assert_eq!(envelope.data.errors.unwrap()["email"].len(), 1);

    let key = uuid::Uuid::new_v4().to_string();
    let create = || users_store(&client, grace("grace.rust@test.example"), Some(&key));
    let created = create().await.unwrap();
    assert_eq!(created.data.avatar_url, None);
    assert_eq!(create().await.unwrap().data.id, created.data.id);

    let user = created.data.id.to_string();
    let named = |name: &str| UpdateUserRequest { first_name: Some(name.into()), ..UpdateUserRequest::default() };
    let renamed = users_patch(&client, &user, None, Some(named("Faster"))).await.unwrap();
    assert_eq!(renamed.data.full_name, "Faster Hopper");
    // the client returns no headers, and therefore no ETag; no version has this one
    let Err(Error::ResponseError(stale)) = users_patch(&client, &user, Some("\"0\""), Some(named("Slower"))).await else {
        panic!("doesn't overwrite a change");
    };
    assert_eq!(stale.status, 412);

    auth_logout(&client).await.unwrap();
    let Err(Error::ResponseError(revoked)) = auth_me(&client, None).await else {
        panic!("can't use the token any more");
    };
    assert_eq!(revoked.status, 401);
    assert!(matches!(revoked.entity, Some(AuthMeError::Status401(_))), "{}", revoked.content);
}

async fn list(client: &Configuration, cursor: Option<&str>) -> UsersEnvelope {
    let (search, sort, per_page) = (Some("rust@example"), Some("email"), Some(2));
    users_index(client, search, None, None, None, None, None, None, None, sort, None, per_page, cursor).await.unwrap()
}
