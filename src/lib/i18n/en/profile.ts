/** Texts of the profile, avatar, sessions, applications, deletion. */
export const profile = {} as const;
