import type { ApiClient, Response } from "../app/client.js";
import type { World } from "../app/world.js";
import {
  SoftwareAuthenticator,
  type Authenticator,
  type Behaviour,
  type Model,
} from "./software-authenticator.js";

type Owner = { id: string };
type Api = Pick<World, "api">;

/** An authenticator for this service. */
export const authenticator = (
  { services }: Pick<World, "services">,
  model: Model = {},
): SoftwareAuthenticator => new SoftwareAuthenticator(services.config.env.APP_URL.origin, model);

/** The options of an operation. */
export const optionsFrom = async (api: ApiClient, path: string, sent?: object) =>
  (await api.post(path, sent).expect(200)).body.data.public_key;

/** Adds a passkey through the API, with a token from signing in. */
export async function addPasskey(
  world: World,
  owner: Owner,
  model: Model = {},
  name?: string,
): Promise<{ device: SoftwareAuthenticator; id: string; recoveryCodes: string[] }> {
  const device = authenticator(world, model);
  const api = world.api.as(await world.make.token(owner));
  const credential = device.create(await optionsFrom(api, "/auth/me/passkeys/options"));
  const { body } = await api.post("/auth/me/passkeys", { credential, ...(name && { name }) }).expect(201);
  const { passkey, recovery_codes: recoveryCodes } = body.data;
  return { device, id: passkey.id, recoveryCodes };
}

/** Signs in through the API; `sent` are other fields of the body. */
export async function signInWith(
  { api }: Api,
  device: Authenticator,
  behaviour: Behaviour = {},
  sent: object = {},
): Promise<Response> {
  const options = await optionsFrom(api, "/auth/passkeys/options");
  return api.post("/auth/passkeys", { credential: await device.get(options, behaviour), ...sent });
}
