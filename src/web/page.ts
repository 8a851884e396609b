import type { Request, Response } from "express";
import { policyRules } from "../domain/password-policy.js";
import { localsOf } from "../http/locals.js";
import { say, type MessageKey, type Sentence } from "../lib/i18n/translate.js";
import { views } from "../lib/views.js";
import { localPath, path } from "./addresses.js";
import { Assets } from "./assets.js";
import type { Refusal, WebCall } from "./call.js";
import type { Csrf } from "./csrf.js";
import { localMailFolder } from "./local-mailbox.js";
import { accountMenuFor, menuFor } from "./navigation.js";
import { presentReader } from "./presenters.js";
import { ICONS } from "./icons.js";
import type { PageHeaders } from "./headers.js";
import type { Preferences } from "./preferences.js";
import type { Flash, PageOptions } from "./reply.js";

/** One form as its view sees it. */
export interface FormView {
  /** About the whole form, or null. */
  error: string | null;
  /** Field → sentence. */
  errors: Record<string, string>;
  /** What had been typed in, without secrets. */
  old: Record<string, string>;
}

const CLEAN: FormView = { error: null, errors: {}, old: {} };

/** Renders pages: the view, then the layout around it. */
export class Pages {
  readonly assets = new Assets();
  /** Error pages are made without asking the database. */
  private appName = "Authdock";

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
    this.appName = call.settings.get("general.app_name");
    const reader = call.isGuest ? null : presentReader(call.actor);
    const layout = options.layout ?? (reader ? "app" : "guest");
    const locals = {
      ...this.common(request, call.preferences),
      ...reply.data,
      title: call.t(reply.title),
      csrfToken: this.csrf.tokenFor(request),
      reader,
      menu: reader ? menuFor(call.actor, request.path) : [],
      accountMenu: reader ? accountMenuFor(call.actor, request.path) : [],
      flash: flash && { kind: flash.kind, text: call.t(flash.key, flash.values) },
      form: (route: string) => formView(call, route),
      fieldName: (name: string) => fieldName(name, call),
      // where the language is changed: the answer to a form is no page that could be asked for again
      address: call.isRead ? call.address : (localPath(call.referringPath) ?? path("home")),
      devMail: localMailFolder(call) !== null,
      policy: () =>
        policyRules(call.settings).map(({ name, sentence }) => ({
          name,
          text: say(sentence, call.t),
          values: sentence.values,
        })),
    };
    if (options.origins) this.headers.open(response, options.origins);
    if (options.secretAddress) response.set("Referrer-Policy", "no-referrer");
    response
      .status(options.status ?? 200)
      .type("html")
      .send(this.render(layout, `pages/${reply.view}`, locals));
  }

  /** A page that needs neither session nor database. */
  sendError(
    request: Request,
    response: Response,
    preferences: Preferences,
    error: { status: number; sentence: Sentence | null; retryAfter: number | null; details: string | null },
  ): void {
    const { t } = preferences;
    const locals = {
      ...this.common(request, preferences),
      title: t(`error.${errorPage(error.status)}.title` as MessageKey),
      hint: t(`error.${errorPage(error.status)}.hint` as MessageKey),
      sentence: error.sentence && say(error.sentence, t),
      status: error.status,
      retryAfter: error.retryAfter,
      again: request.method === "GET" ? request.originalUrl : null,
      details: error.details,
      csrfToken: null,
      reader: null,
      flash: null,
      traceId: localsOf(response).traceId,
    };
    response
      .status(error.status)
      .type("html")
      .send(this.render("error", "pages/error", locals));
  }

  private render(layout: string, view: string, locals: object): string {
    return views.render(`layouts/${layout}`, { ...locals, body: views.render(view, locals) });
  }

  private common(request: Request, preferences: Preferences): object {
    const { t, locale, theme, timezone } = preferences;
    return {
      t,
      url: path,
      icons: ICONS,
      asset: (name: Parameters<Assets["path"]>[0]) => this.assets.path(name),
      locale,
      theme,
      appName: this.appName,
      path: request.path,
      say: (sentence: Sentence) => say(sentence, t),
      time: (ms: number) => timeIn(ms, locale, timezone),
      date: (ms: number) => dateIn(ms, locale, timezone),
    };
  }
}

function formView(call: WebCall, route: string): FormView {
  const refusal: Refusal | null = call.refusal;
  if (refusal?.route !== route) return CLEAN;
  const errors = Object.entries(refusal.fields).map(
    ([name, sentences]) => [name, sentences.map((sentence) => say(sentence, call.t)).join(" ")] as const,
  );
  return {
    error: refusal.sentence && say(refusal.sentence, call.t),
    errors: Object.fromEntries(errors),
    old: call.form.old,
  };
}

/** What people call the field; null where they know it from its sentence. */
function fieldName(name: string, { t }: WebCall): string | null {
  const key = `field.${name}`;
  const words = t(key as MessageKey);
  return words === key ? null : words;
}

const PAGES = [400, 403, 404, 405, 409, 413, 419, 422, 429, 500, 503];
const errorPage = (status: number): number => (PAGES.includes(status) ? status : status < 500 ? 400 : 500);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter is costly; the same few are asked for again and again. */
function formatIn(locale: string, timezone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timezone} ${JSON.stringify(style)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: timezone });
  formats.set(key, known);
  return known;
}
const timeIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium", timeStyle: "short" }).format(ms);
const dateIn = (ms: number, locale: string, timezone: string): string =>
  formatIn(locale, timezone, { dateStyle: "medium" }).format(ms);
