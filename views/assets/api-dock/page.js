// What the server tells the page, and its texts in the reader's language.
const { dataset } = document.getElementById("api-dock");

const texts = JSON.parse(dataset.texts);
const plurals = new Intl.PluralRules(dataset.locale);

/** The text of this name; where one counts, `values.count` chooses its form. */
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
  callableUrl: dataset.callable,
  yamlUrl: dataset.yaml,
  tokenUrl: dataset.token,
  csrfToken: dataset.csrf,
  locale: dataset.locale,
  tokenMinutes: Number(dataset.minutes),
  /** Requests a minute of the general limit. */
  rate: Number(dataset.rate),
};

/** The status of an answer; "elsewhere" where the reader is led away, to do something else first. */
export const statusOf = ({ type, status }) => (type === "opaqueredirect" ? "elsewhere" : status);

/** The elements with these attributes, by the attribute's name without `data-`. */
export const part = (name, within = document) => within.querySelector(`[data-${name}]`);
