import type { Request, Response } from "express";
import { brandOf, logoPath, type Brand } from "../../domain/settings/branding.js";
import { SettingsSnapshot } from "../../domain/settings/settings.js";
import { policyRules } from "../../domain/passwords/password-policy.js";
import { localsOf } from "../../http/locals.js";
import { LOCALES, say, type MessageKey, type MessageValues, type Sentence } from "../../texts/translate.js";
import { views } from "../../lib/views.js";
import { errorPage } from "./errors.js";
import { pagePath, path } from "./addresses.js";
import { accentSheetPath } from "./accent-sheet.js";
import { iconVersion } from "./app-icons.js";
import { Assets } from "./assets.js";
import type { WebCall } from "./call.js";
import type { Csrf } from "./csrf.js";
import { formView } from "../forms/form-view.js";
import { accountMenuFor, menuFor } from "./navigation.js";
import { presentReader } from "./reader.js";
import { ICONS } from "./icons.js";
import type { PageHeaders } from "./headers.js";
import { isFromAnotherSite, sendHtml } from "./html.js";
import { hasRecentPassword } from "./password-confirmation.js";
import { THEMES, type Preferences } from "./preferences.js";
import type { Flash, PageOptions } from "./reply.js";
import { momentIn } from "../words/times.js";

/** Marks the place of a moment in a text; the values of texts have no control characters. */
const TIME = "\u0000";

/** Renders pages: the view, then its layout. */
export class Pages {
  readonly assets = new Assets();
  /** The last known branding, because error pages don't read the database. */
  private brand = brandOf(new SettingsSnapshot(new Map()));

  constructor(
    private readonly csrf: Csrf,
    private readonly headers: PageHeaders,
  ) {}

  send(
    call: WebCall,
    request: Request,
    response: Response,
    reply: { view: string; title: MessageKey; data: object; options: PageOptions },
    flash: Flash | null,
  ): void {
    const { options } = reply;
    this.brand = brandOf(call.settings);
    const locals = {
      ...this.common(call.preferences),
      ...reply.data,
      ...this.frame(call, request, flash),
      title: call.t(reply.title),
      form: (route: string) => formView(call, route),
      // an account without a password is led to the page that takes a passkey
      asksPassword: !call.isGuest && Boolean(call.account.has_password) && !hasRecentPassword(call),
      policy: () => policyRules(call.settings).map(({ name, sentence: { values } }) => ({ name, values })),
    };
    if (options.origins || options.leadsTo !== undefined || options.framesOwn)
      this.headers.open(response, options);
    if (options.secretAddress) response.set("Referrer-Policy", "no-referrer");
    const layout = options.layout ?? (call.isGuest ? "guest" : "app");
    const html = this.render(layout, `pages/${reply.view}`, locals);
    const holdsSecret = options.secret === true || options.secretAddress === true;
    response.status(options.status ?? 200);
    sendHtml(request, response, html, holdsSecret || (!call.isGuest && isFromAnotherSite(request)));
  }

  /** The data of the layout. */
  private frame(call: WebCall, request: Request, flash: Flash | null): object {
    const reader = call.isGuest ? null : presentReader(call.actor);
    return {
      csrfToken: this.csrf.tokenFor(request),
      reader,
      menu: reader ? menuFor(call, request.path) : [],
      accountMenu: reader ? accountMenuFor(call, request.path) : [],
      entered: flash?.entered ?? {},
      flash: flash && {
        kind: flash.kind,
        text: call.t(flash.key, flash.values),
        link: flash.link && { to: flash.link.to, label: call.t(flash.link.label) },
        isMailed: flash.isMailed === true,
      },
      localMailbox: call.canOpenLocalMail ? path("dev-mail") : null,
      // the page to return to after a change of language: the answer to a form has no address of its own
      address: call.isRead ? call.address : (pagePath(call.referringPath) ?? path("home")),
      locales: LOCALES,
      themes: THEMES,
    };
  }

  /** Sends a page that needs neither session nor database. */
  sendError(
    request: Request,
    response: Response,
    preferences: Preferences,
    error: {
      status: number;
      sentence: Sentence | null;
      retrySeconds: number | null;
      details: string | null;
      /** Whether signing in can help. */
      canSignIn: boolean;
    },
  ): void {
    const { t } = preferences;
    const locals = {
      ...this.common(preferences),
      title: t(`error.${errorPage(error.status)}.title` as MessageKey),
      hint: t(`error.${errorPage(error.status)}.hint` as MessageKey),
      sentence: error.sentence && say(error.sentence, t),
      status: error.status,
      // null when the error's own sentence says it already
      retrySeconds: error.sentence === null ? error.retrySeconds : null,
      again: request.method === "GET" && mayPass(error.status) ? request.originalUrl : null,
      canSignIn: error.canSignIn,
      details: error.details,
      csrfToken: null,
      reader: null,
      entered: {},
      flash: null,
      traceId: localsOf(response).traceId,
    };
    response.status(error.status);
    // debug details can contain anything
    sendHtml(request, response, this.render("error", "pages/error", locals), error.details !== null);
  }

  private render(layout: string, view: string, locals: object): string {
    return views.render(`layouts/${layout}`, { ...locals, body: views.render(view, locals) });
  }

  private common({ t, locale, theme, timezone }: Preferences): object {
    return {
      t,
      url: path,
      icons: ICONS,
      asset: (name: Parameters<Assets["path"]>[0]) => this.assets.path(name),
      locale,
      theme,
      appName: this.brand.name,
      brand: presentBrand(this.brand),
      say: (sentence: Sentence) => say(sentence, t),
      moment: (ms: number) => momentIn(ms, locale, timezone),
      aroundTime: (key: MessageKey, values?: MessageValues) => t(key, { ...values, time: TIME }).split(TIME),
    };
  }
}

/** The branding for views, with paths instead of names. */
const presentBrand = (brand: Brand): object => ({
  ...brand,
  logo: brand.logo && { light: logoPath(brand.logo.light), dark: logoPath(brand.logo.dark) },
  iconVersion: iconVersion(brand),
  accentSheet: brand.accent && accentSheetPath(brand.accent),
});

/** Whether the same request can succeed later. */
const mayPass = (status: number): boolean => status >= 500 || status === 429;
