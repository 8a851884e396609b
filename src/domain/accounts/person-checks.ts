import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, NAME_PATTERN } from "./person.js";

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

const NAME = new RegExp(NAME_PATTERN);
const EMAIL = new RegExp(EMAIL_PATTERN);

/** The problems with names and address where no contract or form has checked them: on the command line and in files. */
export function personProblems(person: Person): FieldSentences {
  const problems = {
    first_name: nameProblem(person.first_name, "first_name"),
    last_name: nameProblem(person.last_name, "last_name"),
    email: emailProblem(person.email),
  };
  const wrong = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  return Object.fromEntries(wrong) as FieldSentences;
}

/** @throws ValidationFailed */
export function assertPerson(person: Person): void {
  const problems = personProblems(person);
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems);
}

function nameProblem(name: string, field: "first_name" | "last_name"): Text | null {
  if (name === "") return text(`validation.required.${field}`);
  if ([...name].length > MAX_NAME_LENGTH) return text("validation.too_long", { max: MAX_NAME_LENGTH });
  return NAME.test(name) && name.isWellFormed() ? null : text("validation.characters");
}

function emailProblem(email: string): Text | null {
  if (email.trim() === "") return text("validation.required.email");
  if ([...email].length > MAX_EMAIL_LENGTH)
    return text("validation.email.too_long", { max: MAX_EMAIL_LENGTH });
  return EMAIL.test(email) && email.isWellFormed() ? null : text("validation.email");
}
