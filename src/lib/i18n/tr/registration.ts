import type { registration as en } from "../en/registration.js";

export const registration: Record<keyof typeof en, string> = {};
