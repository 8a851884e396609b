import { missingLogo } from "../../../../domain/administration/logo-files.js";
import { changeLogo, removeLogo } from "../../../../domain/administration/logos.js";
import { accentTones, SHIPPED_ACCENT } from "../../../../domain/settings/accent.js";
import { isScheme, logoPath, SCHEMES, type Scheme } from "../../../../domain/settings/branding.js";
import { RowNotFound } from "../../../../lib/failures.js";
import { accentSheetPath, PREVIEW_SHEETS } from "../../../server/assets/accent-sheet.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { redirect, success } from "../../../server/responses/web-result.js";

export const submitLogo: WebHandler = async (call) => {
  const { file } = call.form;
  if (!file) throw missingLogo();
  await changeLogo(call, schemeOf(call), file.buffer);
  return redirect(path("admin.settings.branding"), success("logo.changed"));
};

export const submitLogoRemoval: WebHandler = async (call) => {
  await removeLogo(call, schemeOf(call));
  return redirect(path("admin.settings.branding"), success("logo.removed"));
};

/** @throws RowNotFound for another scheme in the path */
function schemeOf({ params }: WebCall): Scheme {
  const scheme = params["scheme"]!;
  if (!isScheme(scheme)) throw new RowNotFound();
  return scheme;
}

/** The logos and the preview of the branding settings. */
export function brandingView(call: WebCall): object {
  const accent = call.settings.get("branding.accent");
  const shown = accent || SHIPPED_ACCENT;
  return {
    logos: SCHEMES.map((scheme) => {
      const name = call.settings.get(`branding.logo_${scheme}`);
      return {
        scheme,
        picture: name === "" ? null : logoPath(name),
        // both logos have the same routes, so the path decides which form is shown again
        isRejected: call.rejection !== null && call.params["scheme"] === scheme,
      };
    }),
    preview: {
      sheet: accentSheetPath(shown, "preview"),
      sheets: PREVIEW_SHEETS,
      schemes: SCHEMES.map((scheme) => {
        const { fill } = accentTones(shown)[scheme];
        return { scheme, adjusted: accent !== "" && fill !== accent ? { fill } : null };
      }),
    },
  };
}
