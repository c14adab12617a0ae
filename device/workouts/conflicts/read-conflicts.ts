import { isJsonObject, textAt } from "../../json.ts";
import { NOT_UNDERSTOOD, type ReadFailure, type SliceContext } from "../../read/slices/types.ts";
import type { WorkoutConflict } from "../../wire/workout-types.ts";
import { queryOf } from "../../read/query-of.ts";
import { isConflict } from "./conflict-rows.ts";

/**
 * Reads conflicts of the client, newest first: open ones, or those that are resolved too.
 *
 * @param until stops after the page on which it holds; all pages are read unless given.
 */
export async function readConflicts(
  { session }: Pick<SliceContext, "session">,
  status: "OPEN" | "RESOLVED",
  until: (conflicts: readonly WorkoutConflict[]) => boolean = () => false,
): Promise<ConflictsRead> {
  const conflicts: WorkoutConflict[] = [];
  let cursor: string | null = null;
  do {
    const query = queryOf({ status, ...(cursor !== null && { cursor }) });
    const path = `/api/v1/client/workout-sessions/conflicts?${query}`;
    const answer = await session.call({ method: "GET", path });
    if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
    const page = answer.data;
    if (!isJsonObject(page) || !Array.isArray(page["items"]))
      return { kind: "FAILED", answer: NOT_UNDERSTOOD };
    conflicts.push(...page["items"].filter(isConflict));
    cursor = textAt(page, "nextCursor");
  } while (cursor !== null && !until(conflicts));
  return { kind: "READ", conflicts };
}

/** The conflicts as they were read, or why they were not. */
export type ConflictsRead =
  | { readonly kind: "READ"; readonly conflicts: readonly WorkoutConflict[] }
  | { readonly kind: "FAILED"; readonly answer: ReadFailure };
