import { showRegister, submitRegister } from "./register.js";
import {
  changeUnverifiedAddress,
  confirmVerification,
  sendVerification,
  showVerification,
  showVerificationAgain,
  showVerificationNotice,
  showVerificationStatus,
} from "./verify-email.js";
import { get, post } from "../../server/table.js";

export const REGISTRATION_ROUTES = [
  get("register", ["guest", "feature:registration"], showRegister),
  post("register.store", ["guest", "feature:registration", "throttle:register", "captcha"], submitRegister, {
    form: showRegister,
  }),
  get("verification.notice", ["public"], showVerificationNotice),
  get("verification.status", ["public"], showVerificationStatus),
  post(
    "verification.address",
    ["public", "throttle:register", "throttle:current-password"],
    changeUnverifiedAddress,
    { form: showVerificationNotice },
  ),
  get("verification.verify", ["public"], showVerification),
  post("verification.confirm", ["public", "throttle:verify-email"], confirmVerification, {
    form: showVerification,
  }),
  post("verification.send", ["public", "throttle:verification"], sendVerification, {
    form: showVerificationAgain,
  }),
];
