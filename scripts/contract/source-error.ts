/** The sources below openapi/ have mistakes. The message lists all of them; a stack trace would say nothing more. */
export class SourceError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}
