import type { Denial } from "../../auth/browser-sign-in.js";
import type { FieldSentences } from "../../lib/failures.js";
import { knownText, say, type Sentence, type Translate } from "../../texts/translate.js";
import type { Form } from "./form.js";

/** A rejected form that is shown again. */
export interface Rejection {
  /** The route that received it. */
  route: string;
  /** The error of the form as a whole. */
  sentence: Sentence | null;
  fields: FieldSentences;
  /** What is said after the sentence about an account that isn't active. */
  denial?: Denial;
}

/** A submitted form and its result. */
interface Submission {
  form: Form;
  rejection: Rejection | null;
  t: Translate;
}

/** A form for its view. */
export interface FormView {
  isRejected: boolean;
  /** The error of the whole form, or null. */
  error: string | null;
  denial: Denial | null;
  /** Field → error. */
  errors: Record<string, string>;
  /** Field → error for the summary above the form. */
  summary: Record<string, string>;
  /** The entered values, without secrets. */
  old: Record<string, string>;
}

const CLEAN: FormView = { isRejected: false, error: null, denial: null, errors: {}, summary: {}, old: {} };

/** The form of this route: empty, or rejected with its errors. */
export function formView(call: Submission, route: string): FormView {
  const { rejection, t } = call;
  if (rejection?.route !== route) return CLEAN;
  const entries = Object.entries(rejection.fields).map(([name, sentences]) => [
    name,
    ...sentencesOf(name, sentences, t),
  ]) as [name: string, error: string, inSummary: string][];
  return {
    isRejected: true,
    error: rejection.sentence && say(rejection.sentence, t),
    denial: rejection.denial ?? null,
    errors: Object.fromEntries(entries.map(([name, error]) => [name, error])),
    summary: Object.fromEntries(entries.map(([name, , inSummary]) => [name, inSummary])),
    old: call.form.old,
  };
}

/** The error beside a field, and the one in the summary, where it needs the field's label. */
function sentencesOf(
  name: string,
  sentences: readonly Sentence[],
  t: Translate,
): [error: string, inSummary: string] {
  const [first] = sentences;
  const isMissing = typeof first === "object" && first.key === "validation.required";
  const missing = isMissing && knownText(t, `validation.required.${name}`);
  if (missing) return [missing, missing];
  const error = sentences.map((sentence) => say(sentence, t)).join(" ");
  const label = knownText(t, `field.${name}`);
  return [error, label === null ? error : `${label}: ${error}`];
}
