import { isPasswordExpired } from "../../domain/password-expiry.js";
import type { WebCall, WebHandler } from "../call.js";
import { homeOf } from "../navigation.js";
import { page, redirect } from "../reply.js";
import { submitOwnPassword } from "./own-password.js";

export const showPasswordExpired: WebHandler = (call) =>
  isDue(call)
    ? page(
        "password-expired",
        "expired.title",
        { days: call.settings.get("auth.password_expiry_days") },
        { layout: "guest" },
      )
    : redirect(homeOf(call));

export const submitPasswordExpired: WebHandler = (call) =>
  isDue(call) ? submitOwnPassword(call) : redirect(homeOf(call));

const isDue = ({ account, settings }: WebCall): boolean => isPasswordExpired(account, settings);
