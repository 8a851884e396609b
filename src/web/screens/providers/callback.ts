import { browserSignIn } from "../../../auth/browser-sign-in.js";
import { confirmAtProvider } from "../../../auth/provider-confirmation.js";
import { signInAtProvider } from "../../../auth/provider-sign-in.js";
import { assertDomain, type ExternalAccount } from "../../../domain/providers/external-account.js";
import { findIdentity, getEnabledProvider } from "../../../domain/providers/identities.js";
import { offerLink } from "../../../domain/providers/own-identities.js";
import { getProvider } from "../../../domain/providers/provider-administration.js";
import { ProviderRejected } from "../../../domain/providers/rejected.js";
import { accountAtProvider } from "../../../domain/providers/round-trip.js";
import { claimState, type ProviderState } from "../../../domain/providers/states.js";
import type { SignInProvider } from "../../../models/sign-in-provider.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { deviceOf } from "../../server/session/known-devices.js";
import { homeOf } from "../../server/responses/navigation.js";
import { keepPendingSignIn } from "../../server/session/pending-sign-in.js";
import { redirect, type WebResult } from "../../server/responses/web-result.js";
import { finishSignIn } from "../sign-in/login.js";
import { browserSecretOf } from "./browser-secret.js";
import { catchRejection } from "./rejections.js";

/** What a provider has answered: who the browser's user is there. */
interface Arrival {
  state: ProviderState;
  browser: string;
  provider: SignInProvider;
  account: ExternalAccount;
}

/** The browser comes back from a provider: claim the state → exchange the code → sign in, link or confirm. */
export const showCallback: WebHandler = (call) => {
  let next: string | null = null;
  const answer = async (): Promise<WebResult> => {
    const arrival = await arrive(call, (state) => (next = state.payload.next ?? null));
    switch (arrival.state.purpose) {
      case "link":
        return offer(call, arrival);
      case "confirmation":
        return confirm(call, arrival);
      case "sign-in":
      case "linking": // never the state of an answer
        return isLate(call, arrival.state) ? goOn(call, arrival) : signIn(call, arrival);
    }
  };
  return catchRejection(call, answer, () => next);
};

async function arrive(call: WebCall, found: (state: ProviderState) => void): Promise<Arrival> {
  const { services, params, address } = call;
  const { id, name } = await getProvider(services.knex, params["provider"]!);
  const [token, browser] = [call.query("state"), browserSecretOf(call)];
  // spent by any answer, and worthless for another provider
  const state = token === undefined ? null : await claimState(services, token, browser);
  if (!token || !state || state.providerId !== id || state.purpose === "linking")
    throw new ProviderRejected("expired", { provider: name });
  found(state);
  if (!isLate(call, state) && state.userId !== (call.isGuest ? null : call.actor.id))
    throw new ProviderRejected("other_account", { provider: name });
  const provider = await getEnabledProvider(services.knex, id);
  const { payload, purpose } = state;
  const callback = { address: new URL(address, services.config.env.APP_URL), state: token, payload, purpose };
  const account = await accountAtProvider(services, provider, callback);
  return { state, browser: browser!, provider, account };
}

/** Whether the user began to sign in here, and has signed in meanwhile in another tab. */
const isLate = (call: WebCall, { purpose, userId }: ProviderState): boolean =>
  purpose === "sign-in" && userId === null && !call.isGuest;

/** Continues as the account that is signed in, if it is the one at the provider. @throws ProviderRejected */
async function goOn(call: WebCall, { state, provider, account }: Arrival): Promise<WebResult> {
  const identity = await findIdentity(call.services.knex, provider, account);
  if (identity?.user_id !== call.actor.id)
    throw new ProviderRejected("other_account", { provider: provider.name });
  return redirect(state.payload.next ?? homeOf(call));
}

async function signIn(call: WebCall, { state, browser, provider, account }: Arrival): Promise<WebResult> {
  const next = state.payload.next ?? null;
  const surface = browserSignIn({ remember: false, deviceOf: deviceOf(call), providerId: provider.id });
  const result = await signInAtProvider(call, { provider, account, locale: call.locale }, surface);
  switch (result.outcome) {
    case "signed-in":
      return finishSignIn(call, result.user, result.access, next);
    case "two-factor-required": {
      const { challenge } = result;
      keepPendingSignIn(call, {
        challenge,
        email: account.email ?? "",
        remember: false,
        providerId: provider.id,
        next,
      });
      return redirect(path("two-factor.login"));
    }
    case "proof-required": {
      const { user, email } = result;
      const words = { values: { provider: provider.name, email }, entered: { email } };
      // an invited owner can't sign in yet
      if (user.isInvited)
        return redirect(path("login", { next: next ?? undefined }), {
          ...words,
          kind: "info",
          key: "login.provider_invited",
        });
      const link = await offerLink(call.services, { browser, userId: user.id }, provider, account);
      return redirect(path("login", { next: path("identities.create", { link, next: next ?? undefined }) }), {
        ...words,
        kind: "info",
        key: "login.provider_link",
      });
    }
  }
}

async function offer(call: WebCall, { browser, provider, account }: Arrival): Promise<WebResult> {
  assertDomain(provider, account);
  const link = await offerLink(call.services, { browser, userId: call.actor.id }, provider, account);
  return redirect(path("identities.create", { link }));
}

async function confirm(call: WebCall, { state, provider, account }: Arrival): Promise<WebResult> {
  call.session.renew(await confirmAtProvider(call, call.session.current!, { provider, account }));
  return redirect(state.payload.next ?? homeOf(call));
}
