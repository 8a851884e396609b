import type { FieldSentences } from "../../lib/failures.js";
import { say, type MessageKey, type Sentence, type Translate } from "../../texts/translate.js";
import type { Form } from "./form.js";

/** A refused form that is shown again. */
export interface Refusal {
  /** The route that received it. */
  route: string;
  /** The error of the form as a whole. */
  sentence: Sentence | null;
  fields: FieldSentences;
}

/** A submitted form and its result. */
interface Submission {
  form: Form;
  refusal: Refusal | null;
  t: Translate;
}

/** A form for its view. */
export interface FormView {
  isRefused: boolean;
  /** The error of the whole form, or null. */
  error: string | null;
  /** Field → error. */
  errors: Record<string, string>;
  /** The entered values, without secrets. */
  old: Record<string, string>;
}

const CLEAN: FormView = { isRefused: false, error: null, errors: {}, old: {} };

/** The form of this route: empty, or refused with its errors. */
export function formView(call: Submission, route: string): FormView {
  const { refusal } = call;
  if (refusal?.route !== route) return CLEAN;
  const errors = Object.entries(refusal.fields).map(
    ([name, sentences]) => [name, sentences.map((sentence) => say(sentence, call.t)).join(" ")] as const,
  );
  return {
    isRefused: true,
    error: refusal.sentence && say(refusal.sentence, call.t),
    errors: Object.fromEntries(errors),
    old: call.form.old,
  };
}

/** The name of the field; null where its error already contains it. */
export function fieldName(name: string, { t }: Pick<Submission, "t">): string | null {
  const key = `field.${name}`;
  const words = t(key as MessageKey);
  return words === key ? null : words;
}
