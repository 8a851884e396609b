import type { FieldSentences } from "../../lib/failures.js";
import { say, type MessageKey, type Sentence, type Translate } from "../../texts/translate.js";
import type { Form } from "./form.js";

/** A form that was refused and is shown again. */
export interface Refusal {
  /** The route that it was sent to. */
  route: string;
  /** About the form as a whole. */
  sentence: Sentence | null;
  fields: FieldSentences;
}

/** What was sent with a form, and what became of it. */
interface Submission {
  form: Form;
  refusal: Refusal | null;
  t: Translate;
}

/** One form as its view sees it. */
export interface FormView {
  isRefused: boolean;
  /** About the whole form, or null. */
  error: string | null;
  /** Field → sentence. */
  errors: Record<string, string>;
  /** What had been typed in, without secrets. */
  old: Record<string, string>;
}

const CLEAN: FormView = { isRefused: false, error: null, errors: {}, old: {} };

/** The form of this route: clean, or as it was refused. */
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

/** What people call the field; null where they know it from its sentence. */
export function fieldName(name: string, { t }: Pick<Submission, "t">): string | null {
  const key = `field.${name}`;
  const words = t(key as MessageKey);
  return words === key ? null : words;
}
