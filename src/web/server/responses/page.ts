import type { Request, Response } from "express";
import { brandOf } from "../../../domain/settings/branding.js";
import { policyRules } from "../../../domain/passwords/password-policy.js";
import { localsOf } from "../../../http/locals.js";
import { LOCALES, say, type MessageKey, type Sentence } from "../../../texts/translate.js";
import { views } from "../../../lib/views.js";
import { errorPage } from "./errors.js";
import { pagePath, path } from "../addresses.js";
import { Assets } from "../assets/assets.js";
import type { WebCall } from "../call.js";
import type { Csrf } from "../session/csrf.js";
import { formView } from "../../forms/form-view.js";
import { accountMenuFor, menuFor } from "./navigation.js";
import type { OrganisationSwitch } from "./organisation-switch.js";
import { presentReader } from "../session/reader.js";
import type { PageHeaders } from "./headers.js";
import { isFromAnotherSite, sendHtml } from "./html.js";
import { PageValues, type CommonValues } from "./page-values.js";
import { hasRecentPassword } from "../session/password-confirmation.js";
import { THEMES, type Preferences } from "../preferences.js";
import type { Flash, PageOptions } from "./web-result.js";

/** Renders pages: the view, then its layout. */
export class Pages {
  readonly assets = new Assets();
  private readonly values = new PageValues(this.assets);

  constructor(
    private readonly csrf: Csrf,
    private readonly headers: PageHeaders,
  ) {}

  send(
    call: WebCall,
    request: Request,
    response: Response,
    result: {
      view: string;
      title: MessageKey;
      data: object;
      options: PageOptions;
      organisations?: OrganisationSwitch | null;
    },
    flash: Flash | null,
  ): void {
    const { options } = result;
    this.values.rebrand(brandOf(call.settings));
    const locals = Object.assign(
      this.values.for(call.preferences),
      result.data,
      this.frame(call, request, flash),
      {
        title: call.t(result.title),
        organisationSwitch: result.organisations ?? null,
        form: (route: string) => formView(call, route),
        // an account without a password is led to the page that takes a passkey
        asksPassword: !call.isGuest && Boolean(call.account.has_password) && !hasRecentPassword(call),
        policy: () => policyRules(call.settings).map(({ name, sentence: { values } }) => ({ name, values })),
      },
    );
    if (options.origins || options.framesOwn) this.headers.open(response, options);
    if (options.secretAddress) response.set("Referrer-Policy", "no-referrer");
    const layout = options.layout ?? (call.isGuest ? "guest" : "app");
    const html = this.render(layout, `pages/${result.view}`, locals);
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
        denial: flash.denial ?? null,
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
    const locals = Object.assign(this.values.for(preferences), {
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
    });
    response.status(error.status);
    // debug details can contain anything
    sendHtml(request, response, this.render("error", "pages/error", locals), error.details !== null);
  }

  private render(layout: string, view: string, locals: CommonValues & object): string {
    const body = views.render(view, locals);
    return views.render(`layouts/${layout}`, Object.assign(locals, { body }));
  }
}

/** Whether the same request can succeed later. */
const mayPass = (status: number): boolean => status >= 500 || status === 429;
