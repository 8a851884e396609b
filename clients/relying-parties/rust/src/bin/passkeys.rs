//! An authenticator with the crate passkey. Each line is a request of a page, and is answered by a line.

use std::{env, io::stdin};

use passkey::authenticator::{Authenticator, UiHint, UserCheck, UserValidationMethod};
use passkey::client::{Client, DefaultClientData};
use passkey::crypto::{iana::Algorithm, rust_crypto::RustCryptoBackend};
use passkey::types::Passkey;
use passkey::types::ctap2::{Aaguid, Ctap2Error};
use pollster::block_on;
use serde_json::{Value, from_value, json, to_value};
use url::Url;

/// A user who confirms everything.
struct Owner;

#[async_trait::async_trait]
impl UserValidationMethod for Owner {
    type PasskeyItem = Passkey;

    async fn check_user<'a>(
        &self,
        _: UiHint<'a, Passkey>,
        presence: bool,
        verification: bool,
    ) -> Result<UserCheck, Ctap2Error> {
        Ok(UserCheck {
            presence,
            verification,
        })
    }
    fn is_presence_enabled(&self) -> bool {
        true
    }
    fn is_verification_enabled(&self) -> Option<bool> {
        Some(true)
    }
}

fn main() {
    let algorithm = match env::args().nth(1).as_deref() {
        Some("EdDSA") => Algorithm::EdDSA,
        _ => Algorithm::ES256,
    };
    let mut key = Authenticator::new(
        Aaguid::new_empty(),
        None::<Passkey>,
        Owner,
        RustCryptoBackend,
    );
    key.set_algorithms(&[algorithm])
        .expect("a supported algorithm");
    key.set_make_credentials_with_signature_counter(true);
    let mut browser = Client::new(key).allows_insecure_localhost(true);
    for line in stdin().lines() {
        let request: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let origin: Url = request["origin"]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("an origin");
        let options = json!({ "publicKey": request["options"] });
        let passkey = browser.authenticator_mut().store_mut();
        if let (Some(passkey), Some(count)) = (passkey, request["count"].as_u64()) {
            passkey.counter = Some(count as u32 - 1);
        }
        let credential = if request["do"] == "create" {
            let options = from_value(options).expect("creation options");
            to_value(
                block_on(browser.register(&origin, options, DefaultClientData))
                    .expect("a new passkey"),
            )
        } else {
            let options = from_value(options).expect("request options");
            to_value(
                block_on(browser.authenticate(&origin, options, DefaultClientData))
                    .expect("an answer"),
            )
        };
        println!("{}", credential.expect("JSON"));
    }
}
