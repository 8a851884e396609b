export const KINDS = ["select", "insert", "update", "delete", "other"] as const;
export type StatementKind = (typeof KINDS)[number];

/** The first letters suffice, because the service writes its statements itself. */
export function kindOf(sql: string): StatementKind {
  switch (sql.charCodeAt(0) | 32) {
    case 0x73: // select, but neither savepoint nor set
      return (sql.charCodeAt(2) | 32) === 0x6c ? "select" : "other";
    case 0x69:
      return "insert";
    case 0x75:
      return "update";
    case 0x64:
      return "delete";
    default:
      return "other";
  }
}

const LONGEST_STATEMENT = 2000;

/** A statement has placeholders instead of values. Long lists of them are shortened. */
export const loggableStatement = (sql: string): string =>
  sql
    .replaceAll(/\?(?:, ?\?)+/g, "?, …")
    .replaceAll(/\(\?, …\)(?:, ?\(\?, …\))+/g, "(?, …), …")
    .slice(0, LONGEST_STATEMENT);
