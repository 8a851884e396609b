//! A receiver of webhooks with the crate of Standard Webhooks. It answers with the type of the event.
use std::env::args;
use std::error::Error;

use http::{HeaderMap, HeaderName, HeaderValue};
use standardwebhooks::Webhook;
use tiny_http::{Request, Response, Server};

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let [_, port, secret] = args()
        .collect::<Vec<_>>()
        .try_into()
        .expect("port and secret");
    let webhook = Webhook::new(&secret)?;
    for mut request in Server::http(format!("127.0.0.1:{port}"))?.incoming_requests() {
        let answer = match receive(&webhook, &mut request) {
            Ok(name) => Response::from_string(name),
            Err(error) => Response::from_string(error.to_string()).with_status_code(400),
        };
        request.respond(answer)?;
    }
    Ok(())
}

fn receive(webhook: &Webhook, request: &mut Request) -> Result<String, Failure> {
    let mut headers = HeaderMap::new();
    for header in request.headers() {
        let name = HeaderName::from_bytes(header.field.as_str().as_bytes())?;
        headers.append(name, HeaderValue::from_str(header.value.as_str())?);
    }
    let mut body = Vec::new();
    request.as_reader().read_to_end(&mut body)?;
    webhook.verify(&body, &headers)?;
    let event: serde_json::Value = serde_json::from_slice(&body)?;
    Ok(event["type"].as_str().unwrap_or_default().to_owned())
}
