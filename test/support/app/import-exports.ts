import { fileURLToPath } from "node:url";

/** The password of the accounts in the exports. */
export const EXPORT_PASSWORD = "correct-horse-9";
/** Address → another one. */
export const EXPORT_PASSWORDS: Readonly<Record<string, string>> = { "b2@b.test": "Grüße-Žluťoučký-9" };

/** A file as a system hands its accounts out, with people who are made up. */
export interface Export {
  system: string;
  /** What people get from the system. */
  form: string;
  /** The value of `--from`. */
  from: string;
  file: string;
  options: string[];
  /** Address → the secret of the second factor in Base32, where the export has it. */
  factors: Record<string, string>;
}

export const exportFile = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/imports/${name}`, import.meta.url));

/** The secret that the exported accounts of most systems share. */
const SECRET = "JBSWY3DPEHPK3PXP";
/** Keycloak's secrets are text; this is `DJmQfC73VGFhw7D4QJ8A`. */
const KEYCLOAK_SECRET = "IRFG2ULGIM3TGVSHIZUHON2EGRIUUOCB";
const KEYCLOAK = { "kotp@kc.test": KEYCLOAK_SECRET };

const of = (
  system: string,
  form: string,
  from: string,
  file: string,
  { options = [], factors = {} }: Partial<Export> = {},
): Export => ({ system, form, from, file, options, factors });

export const EXPORTS: readonly Export[] = [
  of("Keycloak", "realm with users", "keycloak", "keycloak-realm.json", { factors: KEYCLOAK }),
  of("Keycloak", "file of users", "keycloak", "keycloak-users.json", { factors: KEYCLOAK }),
  of("Keycloak", "lines", "keycloak", "keycloak-lines.jsonl", { factors: KEYCLOAK }),
  of("Auth0", "export of users", "auth0", "auth0-users.ndjson"),
  of("Auth0", "file of hashes", "auth0", "auth0-hashes.json", { factors: { "a5@a.test": SECRET } }),
  of("Firebase", "auth:export", "firebase", "firebase.json", {
    options: ["--hash-key-file", exportFile("firebase-key.txt")],
  }),
  of("Supabase", "auth.users, CSV", "supabase", "supabase.csv"),
  of("Clerk", "CSV of the dashboard", "clerk", "clerk.csv", { factors: { "c1@c.test": SECRET } }),
  of("Cognito", "CSV", "cognito", "cognito.csv"),
  of("Okta", "CSV", "okta", "okta.csv"),
  of("Django", "dumpdata", "django", "django.json"),
  of("Laravel", "table, CSV", "laravel", "laravel.csv"),
  of("Devise", "table, CSV", "devise", "devise.csv"),
  of("better-auth", "tables joined, lines", "better-auth", "better-auth.jsonl"),
  of("Logto", "users, lines", "logto", "logto.jsonl"),
  of("Zitadel", "export", "zitadel", "zitadel.json", { factors: { "z1@z.test": SECRET } }),
  of("FusionAuth", "users", "fusionauth", "fusionauth.json"),
  of("Ory Kratos", "identities", "ory", "ory.json"),
  of("WordPress", "table, CSV", "wordpress", "wordpress.csv"),
];
