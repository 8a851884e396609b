//! A device with the crate openidconnect, which knows only the issuer and the id of its client.

use std::io::stdin;
use std::{env, error::Error};

use openidconnect::core::*;
use openidconnect::{
    AdditionalProviderMetadata, ClientId, DeviceAuthorizationUrl, HttpRequest, HttpResponse,
    IssuerUrl, Nonce, OAuth2TokenResponse, ProviderMetadata, Scope, TokenResponse,
};
use serde_json::json;

#[derive(Clone, Debug, serde::Deserialize, serde::Serialize)]
struct DeviceEndpoint {
    device_authorization_endpoint: DeviceAuthorizationUrl,
}
impl AdditionalProviderMetadata for DeviceEndpoint {}
type Metadata = ProviderMetadata<
    DeviceEndpoint,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

fn main() -> Result<(), Box<dyn Error>> {
    let [issuer, id] = env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .expect("issuer and client id");
    let agent = ureq::Agent::new_with_config(
        ureq::config::Config::builder()
            .http_status_as_error(false)
            .build(),
    );
    let http = |request: HttpRequest| -> Result<HttpResponse, ureq::Error> {
        let (parts, mut body) = agent.run(request)?.into_parts();
        Ok(HttpResponse::from_parts(parts, body.read_to_vec()?))
    };

    let metadata = Metadata::discover(&IssuerUrl::new(issuer)?, &http)?;
    let endpoint = metadata
        .additional_metadata()
        .device_authorization_endpoint
        .clone();
    let client = CoreClient::from_provider_metadata(metadata, ClientId::new(id), None)
        .set_device_authorization_url(endpoint);
    let codes: CoreDeviceAuthorizationResponse = client
        .exchange_device_code()
        .add_scope(Scope::new("email".into()))
        .request(&http)?;
    println!("DEVICE {}", codes.user_code().secret());

    // waits until a line says that the time has passed
    let wait = |time: std::time::Duration| {
        println!("WAIT {}", time.as_secs());
        stdin().read_line(&mut String::new()).expect("a line");
    };
    let tokens = client
        .exchange_device_access_token(&codes)?
        .request(&http, wait, None)?;
    let without_nonce =
        |nonce: Option<&Nonce>| nonce.map_or(Ok(()), |_| Err("a nonce that nobody sent".into()));
    let id_token = tokens.id_token().ok_or("no ID token")?;
    let subject = id_token
        .claims(&client.id_token_verifier(), without_nonce)?
        .subject()
        .clone();
    let info: CoreUserInfoClaims = client
        .user_info(tokens.access_token().clone(), Some(subject.clone()))?
        .request(&http)?;
    println!(
        "CLAIMS {}",
        json!({ "sub": subject, "email": info.email() })
    );
    Ok(())
}
