import { showRegister, submitRegister } from "./register.js";
import {
  confirmVerification,
  sendVerification,
  showVerification,
  showVerificationAgain,
  showVerificationNotice,
} from "./verify-email.js";
import { get, post } from "../../server/table.js";

export const REGISTRATION_ROUTES = [
  get("register", ["guest", "feature:registration"], showRegister),
  post("register.store", ["guest", "feature:registration", "throttle:register", "captcha"], submitRegister, {
    form: showRegister,
  }),
  get("verification.notice", ["auth.any"], showVerificationNotice),
  get("verification.verify", ["public"], showVerification),
  post("verification.confirm", ["public", "throttle:verify-email"], confirmVerification, {
    form: showVerification,
  }),
  post("verification.send", ["public", "throttle:verification"], sendVerification, {
    form: showVerificationAgain,
  }),
];
