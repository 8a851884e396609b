import * as z from "zod";
import {
  EMAIL_PATTERN,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  NAME_PATTERN,
} from "../../domain/accounts/person.js";
import type { StoredUpload } from "../../domain/import/imports.js";
import { textsEditedBy, type TextEditedBy } from "../../models/account-fields.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type MessageKey, type Sentence, type Text } from "../../texts/translate.js";

/** An uploaded file, in memory. */
export interface UploadedFile {
  buffer: Buffer;
  originalname: string;
}

/** The fields of a form. A field is ignored unless it was sent once, as text. */
export class Form {
  private readonly fields: ReadonlyMap<string, unknown>;

  constructor(
    body: unknown,
    private readonly upload: UploadedFile | StoredUpload | ValidationFailed | null = null,
  ) {
    this.fields = new Map(Object.entries((body ?? {}) as object));
  }

  /** The uploaded file; null when none was chosen. @throws ValidationFailed when it couldn't be read */
  get file(): UploadedFile | null {
    if (this.upload instanceof ValidationFailed) throw this.upload;
    return this.upload !== null && "buffer" in this.upload ? this.upload : null;
  }

  /** The same for a large file, which was stored while it arrived. */
  get stored(): StoredUpload | null {
    if (this.upload instanceof ValidationFailed) throw this.upload;
    return this.upload !== null && "run" in this.upload ? this.upload : null;
  }

  has(name: string): boolean {
    return typeof this.fields.get(name) === "string";
  }

  text(name: string): string {
    const value = this.fields.get(name);
    return typeof value === "string" ? value : "";
  }

  /** The values of a group of check boxes. */
  list(name: string): string[] {
    const value = this.fields.get(name);
    if (typeof value === "string") return [value];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  }

  /** All fields as they were sent, also repeated ones, for the query of an address. */
  get query(): string {
    const pairs = [...this.fields.keys()].flatMap((name) =>
      this.list(name).map((value): [string, string] => [name, value]),
    );
    return new URLSearchParams(pairs).toString();
  }

  flag(name: string): boolean {
    return this.has(name) && this.text(name) !== "" && this.text(name) !== "0";
  }

  /** The entered values without secrets, for showing the form again. */
  get old(): Record<string, string> {
    const shown = [...this.fields].filter(
      ([name, value]) =>
        typeof value === "string" && !/password|code|secret|token|captcha|credential|^_/.test(name),
    );
    return Object.fromEntries(shown) as Record<string, string>;
  }

  /** Parses the fields by the schema. @throws ValidationFailed with the errors of every invalid field */
  read<Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>> {
    const names = Object.keys(schema.shape).filter((name) => this.fields.has(name));
    const sent = Object.fromEntries(names.map((name) => [name, this.fields.get(name)]));
    const result = schema.safeParse(sent);
    if (result.success) return result.data;
    const fields = new Map<string, Sentence[]>();
    for (const issue of result.error.issues) {
      const name = String(issue.path[0] ?? "form");
      // only the first error of a field is shown
      if (!fields.has(name)) fields.set(name, [sentenceOf(issue)]);
    }
    throw new ValidationFailed(Object.fromEntries(fields));
  }
}

const FORMATS: Record<string, MessageKey> = { email: "validation.email" };

function sentenceOf(issue: z.core.$ZodIssue): Text {
  if (issue.code === "too_big") return text("validation.too_long", { max: Number(issue.maximum) });
  if (issue.code === "too_small" || issue.code === "invalid_type") return text("validation.required");
  if (issue.code === "invalid_format") return text(FORMATS[issue.message] ?? "validation.characters");
  return text("validation.choice");
}

/** Fields that several forms share. Lengths and patterns equal those of the contract. */
export const personName = () => z.string().trim().min(1).max(MAX_NAME_LENGTH).regex(new RegExp(NAME_PATTERN));
export const emailAddress = () =>
  z.string().min(1).max(MAX_EMAIL_LENGTH).regex(new RegExp(EMAIL_PATTERN), "email");
/** A password as entered, blanks included. The policy validates new ones. */
export const password = () => z.string().min(1);
/** The optional texts of an account that the owner or an administrator edits. */
export const accountTexts = <Who extends "owner" | "administrator">(who: Who) =>
  Object.fromEntries(
    textsEditedBy(who).map(({ name, maxLength }) => [name, optionalText(maxLength)]),
  ) as Record<TextEditedBy<Who>, ReturnType<typeof optionalText>>;
const optionalText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(new RegExp(`${NAME_PATTERN}|^$`))
    .exactOptional();
