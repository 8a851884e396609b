/**
 * The format of names and addresses. A test compares it with `openapi/v1/components/fields.yaml`, so that the web and
 * the API accept the same input.
 */
export const NAME_PATTERN =
  "^[^\\s\\u0000-\\u001F\\u007F-\\u009F\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u2069\\uFEFF][^\\u0000-\\u001F\\u007F-\\u009F\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u2069\\uFEFF]*$";
export const MAX_NAME_LENGTH = 255;
export const EMAIL_PATTERN =
  '^ *[^\\s@<>(),;:"\\\\\\[\\]\\u037E\\u0000-\\u001F\\u007F-\\u009F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u2069\\uFEFF]+@[^\\s@<>(),;:"\\\\\\[\\]\\u037E\\u0000-\\u001F\\u007F-\\u009F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u2069\\uFEFF]+ *$';
export { MAX_EMAIL_LENGTH } from "../../models/user.js";
