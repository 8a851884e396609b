import type OAuth2Server from "@node-oauth/oauth2-server";

export type OAuthLibrary = typeof OAuth2Server;

/** Loaded at run time, because the service also works without the library. */
export const loadLibrary = async (): Promise<OAuthLibrary> =>
  (await import("@node-oauth/oauth2-server")).default;
