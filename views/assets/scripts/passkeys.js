// Passkeys. A form with data-passkey is submitted with the answer of the authenticator; without scripts it isn't.

const Passkeys = globalThis.PublicKeyCredential;
const canUsePasskeys = typeof Passkeys?.parseRequestOptionsFromJSON === "function";
// the challenge expires after five minutes
const RENEW_AFTER = 4 * 60 * 1000;

/** The options of the service for this form. */
async function passkeyOptions(form) {
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(form.dataset.options, {
    method: "POST",
    headers: { Accept: "application/json" },
    body,
  });
  if (!response.ok) throw new Error(`options: ${response.status}`);
  const { data } = await response.json();
  return data.public_key;
}

const askPasskey = {
  create: (options) =>
    navigator.credentials.create({ publicKey: Passkeys.parseCreationOptionsFromJSON(options) }),
  get: (options, how = {}) =>
    navigator.credentials.get({ publicKey: Passkeys.parseRequestOptionsFromJSON(options), ...how }),
};

function submitPasskey(form, credential) {
  form.elements["credential"].value = JSON.stringify(credential.toJSON());
  const remember = document.querySelector('input[type="checkbox"][name="remember"]');
  if (remember?.checked && form.dataset.remembers !== undefined)
    form.append(
      Object.assign(document.createElement("input"), { type: "hidden", name: "remember", value: "1" }),
    );
  form.submit();
}

// a dialog that is open elsewhere must end before another one can begin
let autofill = new AbortController();
const suggesting = document.querySelector("form[data-passkey][data-autofill]");

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector('button[type="submit"]');
  const status = form.querySelector("[data-passkey-status]");
  if (!canUsePasskeys) {
    button.disabled = true;
    status.textContent = form.dataset.unsupported;
    continue;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    autofill.abort();
    button.disabled = true;
    status.textContent = "";
    try {
      submitPasskey(form, await askPasskey[form.dataset.passkey](await passkeyOptions(form)));
    } catch (error) {
      const { cancelled, exists, failed } = form.dataset;
      status.textContent = { NotAllowedError: cancelled, InvalidStateError: exists }[error.name] ?? failed;
      button.disabled = false;
      if (suggesting) void suggestPasskeys(suggesting);
    }
  });
}

// offers passkeys in the list of the email field, until one is chosen
if (suggesting && canUsePasskeys) void suggestPasskeys(suggesting);

async function suggestPasskeys(form) {
  // assigned before anything is awaited, so that the button can end the suggestions at any time
  const { signal } = (autofill = new AbortController());
  try {
    if (!(await Passkeys.isConditionalMediationAvailable?.())) return;
    const options = await passkeyOptions(form);
    signal.throwIfAborted();
    const renewal = setTimeout(() => {
      autofill.abort();
      void suggestPasskeys(form);
    }, RENEW_AFTER);
    try {
      submitPasskey(form, await askPasskey.get(options, { mediation: "conditional", signal }));
    } finally {
      clearTimeout(renewal);
    }
  } catch {
    // the button and the password remain
  }
}

// tells the browser to forget a passkey that was removed here
for (const { dataset } of document.querySelectorAll("[data-unknown-credential]"))
  Passkeys?.signalUnknownCredential?.({ rpId: dataset.rpId, credentialId: dataset.unknownCredential }).catch(
    () => undefined,
  );

// offers to create a passkey only where that is possible
for (const offer of document.querySelectorAll("[data-passkey-offer]")) offer.hidden = !canUsePasskeys;
