import type OAuth2Server from "@node-oauth/oauth2-server";

export type OAuthLibrary = typeof OAuth2Server;

/** Asked for when the service starts, because the service also runs without it. */
export const loadLibrary = async (): Promise<OAuthLibrary> =>
  (await import("@node-oauth/oauth2-server")).default;
