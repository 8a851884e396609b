import { say, type MessageKey } from "../../texts/translate.js";
import type { WebCall } from "../server/call.js";

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
export function formView(call: WebCall, route: string): FormView {
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
export function fieldName(name: string, { t }: WebCall): string | null {
  const key = `field.${name}`;
  const words = t(key as MessageKey);
  return words === key ? null : words;
}
