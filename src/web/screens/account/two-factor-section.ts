import { renderSVG } from "uqr";
import { isTwoFactorRequired } from "../../../domain/requirements/two-factor-requirement.js";
import { brandName } from "../../../domain/settings/branding.js";
import { twoFactorStateOf } from "../../../domain/two-factor/own-two-factor.js";
import { twoFactorSetupOf } from "../../../domain/two-factor/set-up.js";
import { User } from "../../../models/user.js";
import type { WebCall } from "../../server/call.js";
import { hasRecentPassword } from "../../server/session/password-confirmation.js";

/** The data of the second factor of the reader. */
export interface TwoFactorSection {
  state: "off" | "pending" | "on";
  since: number | null;
  codesLeft: number;
  /** Whether the account must have a second factor, so that it can't be turned off. */
  isRequired: boolean;
  /** Null while no recent password was entered. */
  setup: { picture: string; key: string[] } | null;
}

/** The data of the card `pages/account/security/two-factor`; null while the setting is off. */
export async function twoFactorSection(call: WebCall): Promise<TwoFactorSection | null> {
  const { services, settings } = call;
  if (!settings.get("auth.two_factor")) return null;
  const user = await readerOf(call);
  const setup = twoFactorSetupOf(services, user, brandName(settings));
  const { status: state, confirmedAt: since, codesLeft } = twoFactorStateOf(services, user);
  return {
    state,
    since,
    codesLeft,
    isRequired: isTwoFactorRequired(call.actor, settings),
    setup:
      setup && hasRecentPassword(call)
        ? { picture: qrCode(setup.uri), key: setup.secret.match(/.{1,4}/g)! }
        : null,
  };
}

/** Whether the section shows the key of an unfinished setup. */
export const showsKey = (section: TwoFactorSection | null): boolean => (section?.setup ?? null) !== null;

/** As the address of an image, so that markup from a library isn't inserted into the page. */
const qrCode = (uri: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString("base64")}`;

export const readerOf = async ({ services, actor }: WebCall): Promise<User> =>
  User.query(services.knex).findById(actor.id).throwIfNotFound();
