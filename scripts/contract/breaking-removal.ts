import type { OperationObject, PathItem } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import type { Change } from "./breaking-changes.js";

/** How long an operation is deprecated before it may go. */
export const MINIMUM_DAYS = 180;
const DAY = 86_400_000;

export interface Removed {
  /** `GET /users` */
  name: string;
  operation: OperationObject;
}

/** Whether it is the orderly removal of operations: deprecated long enough, and their sunset has passed. */
export const mayBeRemoved = (change: Change, today: Date): boolean =>
  removedOperations(change).length > 0 &&
  removedOperations(change).every(({ operation }) => isOver(operation, today));

/** The operations that a change removes; empty when it is no removal. */
export function removedOperations({ kind, typeName, path, base }: Change): Removed[] {
  if (kind !== "removed") return [];
  const [, , name, method] = path.split("/").map(unescapePointer);
  if (typeName === "Operation")
    return [{ name: `${method!.toUpperCase()} ${name!}`, operation: base!.value as OperationObject }];
  if (typeName !== "PathItem") return [];
  const item = base!.value as PathItem;
  return METHODS.filter((candidate) => item[candidate]).map((candidate) => ({
    name: `${candidate.toUpperCase()} ${name!}`,
    operation: item[candidate]!,
  }));
}

function isOver(operation: OperationObject, today: Date): boolean {
  const [since, sunset] = [operation["x-deprecated-since"], operation["x-sunset"]].map((day) =>
    Date.parse(day ?? ""),
  );
  return (
    operation.deprecated === true && sunset! <= today.getTime() && sunset! - since! >= MINIMUM_DAYS * DAY
  );
}

export const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
