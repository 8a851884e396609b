/** The sources in openapi/ have mistakes. The message lists all of them. It is printed without a stack trace. */
export class SourceError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}
