/** Texts of register, forgotten passwords, verification, captcha. */
export const registration = {} as const;
