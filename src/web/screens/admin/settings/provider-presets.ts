import type { ProviderKind } from "../../../../models/sign-in-provider.js";

/** What the form fills in for a well-known provider. */
export interface ProviderPreset {
  kind: ProviderKind;
  name: string;
  issuer: string;
  /** The page on which the provider issues client IDs and secrets. */
  console?: string;
}

/** The tiles of the form. The issuer of Microsoft is completed with the directory's ID. */
const PRESETS: Readonly<Record<string, ProviderPreset>> = {
  google: {
    kind: "oidc",
    name: "Google",
    issuer: "https://accounts.google.com",
    console: "https://console.cloud.google.com/auth/clients",
  },
  microsoft: {
    kind: "oidc",
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    console: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
  },
  github: { kind: "github", name: "GitHub", issuer: "", console: "https://github.com/settings/developers" },
  other: { kind: "oidc", name: "", issuer: "" },
};

export const PRESET_NAMES = Object.keys(PRESETS);

/** The preset of this name; `other` for an unknown one. */
export function presetOf(name: string | undefined): ProviderPreset & { preset: string } {
  const preset = name !== undefined && Object.hasOwn(PRESETS, name) ? name : "other";
  return { ...PRESETS[preset]!, preset };
}
