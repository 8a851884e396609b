import { Failure } from "../../lib/failures.js";

/** The file can't be imported. */
export class FileRejected extends Failure {}

/** No row has a password, and a file of this application should have some. */
export class PasswordsMissing extends FileRejected {}

const LONGEST_TEXT = 300;

/** A text that can have parts of the file, so short that it can be stored and shown. */
export const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
