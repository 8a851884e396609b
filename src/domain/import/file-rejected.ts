import { Failure } from "../../lib/failures.js";

/** The file can't be imported. */
export class FileRejected extends Failure {}

/** No row has a password, and a file of this application should have some. */
export class PasswordsMissing extends FileRejected {}
