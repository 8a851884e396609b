import { provenKey, type Proven } from "../domain/oauth/tokens/dpop-proofs.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { FAPI2_ALGORITHMS, isFapi2 } from "../domain/oauth/clients/security-profile.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { OAuthRequest } from "./oauth-request.js";

/**
 * The thumbprint of the key to which the client's tokens are bound, from the proof in the header `DPoP` (RFC 9449, section
 * 5). Null for a client whose tokens aren't bound; its proofs are ignored.
 * @throws ProtocolError invalid_dpop_proof for a wrong proof, and for none unless it is optional
 */
export function keyFor(
  services: Services,
  client: RegisteredClient,
  { request }: OAuthRequest,
  path: string,
  { isOptional = false } = {},
): Promise<Buffer> | null {
  if (!client.options.dpop_bound_access_tokens) return null;
  const sent = request.headersDistinct["dpop"] ?? [];
  if (sent.length === 0 && isOptional) return null;
  return requiredKey(services, sent, {
    method: "POST",
    path,
    ...(isFapi2(client) && { algorithms: FAPI2_ALGORITHMS }),
  });
}

async function requiredKey(services: Services, sent: string[], proven: Proven): Promise<Buffer> {
  const key = await provenKey(services, sent, proven);
  if (key === null)
    throw new ProtocolError(
      "invalid_dpop_proof",
      "Send a new proof of possession (DPoP) for this request, signed a moment ago.",
    );
  return key;
}
