import type * as OpenIdClient from "openid-client";

/** The library for OpenID Connect, loaded when someone first signs in with a provider. */
export const openid = (): Promise<typeof OpenIdClient> => import("openid-client");

export type { Configuration } from "openid-client";
