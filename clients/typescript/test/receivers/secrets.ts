/** Imported before the receivers, which read them from the environment. */
export const SECRETS = [
  "whsec_c2VjcmV0IG9mIHRoZSBmaXJzdCBlbmRwb2ludA==",
  "whsec_YW5kIGEgc2VjcmV0IG9mIHRoZSBzZWNvbmQ=",
] as const;
process.env["AUTHDOCK_WEBHOOK_SECRETS"] = SECRETS.join(" ");
