// Data that the server renders into the page, and texts in the reader's language.
const { dataset } = document.getElementById("api-dock");

const texts = JSON.parse(dataset.texts);
const plurals = new Intl.PluralRules(dataset.locale);

/** @returns the text; `values.count` selects its plural form */
export function say(name, values = {}) {
  const { count } = values;
  const form = count === 0 && texts[`${name}_zero`] ? "zero" : plurals.select(count ?? 0);
  const text = texts[name] ?? texts[`${name}_${form}`] ?? texts[`${name}_other`];
  return text.replaceAll(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

export const page = {
  /** Which contract is shown: "api" or "oauth". */
  contract: dataset.contractName,
  documentUrl: dataset.document,
  outlineUrl: dataset.outline,
  callableUrl: dataset.callable,
  /** The reader's permissions, of those that operations require. */
  permissions: new Set(dataset.permissions.split(" ")),
  yamlUrl: dataset.yaml,
  tokenUrl: dataset.token,
  csrfToken: dataset.csrf,
  locale: dataset.locale,
  /** The locale in which dates are written. */
  formatLocale: dataset.locale === "en" ? "en-GB" : dataset.locale,
  tokenMinutes: Number(dataset.minutes),
  /** General limit, in requests per minute. */
  rate: Number(dataset.rate),
};

/** Status of a response; "elsewhere" after a redirect, such as to the sign-in page. */
export const statusOf = ({ type, status }) => (type === "opaqueredirect" ? "elsewhere" : status);

const REASONS = { 401: "failed.session", 403: "failed.forbidden", elsewhere: "failed.elsewhere" };

/** Why the contract didn't load. */
export const reasonOf = ({ status }) =>
  status ? say(REASONS[status] ?? "failed.other", { status }) : say("failed.offline");

/** The text of the link that helps after this failure; null if only a later attempt can. */
export const stepAfter = ({ status }) =>
  status === 401 ? say("sign_in") : status === "elsewhere" ? say("reload") : null;

/** Elements with these attributes, by the attribute's name without `data-`. */
export const part = (name, within = document) => within.querySelector(`[data-${name}]`);
