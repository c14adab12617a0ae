import type { ExerciseStatus } from "../../contract/exercises/vocabulary.ts";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { type FieldError, Refusal } from "../../contract/refusal.ts";
import { listNamed } from "../../db/exercises/catalogue/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { namedExercises } from "../../rules/plans/named-exercises.ts";

/**
 * Refuses to publish a program with an exercise that the workspace's library does not have or no longer offers
 * (docs/rooms/plans.md#exercises). Exercises of the newest revision may always stay.
 *
 * @param at pointer of the content.
 * @throws Refusal VALIDATION_FAILED naming each place.
 */
export async function refuseUnknownExercises(
  tx: Tx,
  { workspaceId, content, before }: NamingPlan,
  at: string,
): Promise<void> {
  const known = new Set(before === null ? [] : namedExercises(before).map((one) => one.exerciseId));
  const named = namedExercises(content).filter(({ exerciseId }) => !known.has(exerciseId));
  if (named.length === 0) return;
  const status = await statusesOf(tx, workspaceId, named);
  const errors = named.flatMap(({ exerciseId, pointer }): FieldError[] => {
    const fault = faultOf(status.get(exerciseId));
    return fault === null ? [] : [{ pointer: `${at}${pointer}`, ...fault }];
  });
  if (errors.length > 0)
    throw new Refusal("VALIDATION_FAILED", { errors: errors.slice(0, MOST_ERRORS) });
}

/** A refusal names at most this many places. */
const MOST_ERRORS = 100;

const UNKNOWN = { code: "unknown_exercise", message: "Not in the library" };
const WITHDRAWN = { code: "exercise_withdrawn", message: "No longer in the library" };
/** The error by the status of the named exercise; null if it may be used. HELD ones are hidden, so they are unknown. */
const FAULTS = { ACTIVE: null, HELD: UNKNOWN, RETIRED: WITHDRAWN, ARCHIVED: WITHDRAWN } as const;

/** A plan to publish in a workspace, with its newest revision if it has one. */
export interface NamingPlan {
  readonly workspaceId: string;
  readonly content: PlanContent;
  readonly before: PlanContent | null;
}

/**
 * True if a published program names only exercises that are or were in its workspace's library. Programs published
 * before exercises were checked may name others.
 */
export async function hasItsExercises(
  tx: Tx,
  workspaceId: string,
  content: PlanContent,
): Promise<boolean> {
  const named = namedExercises(content);
  if (named.length === 0) return true;
  const status = await statusesOf(tx, workspaceId, named);
  return named.every(({ exerciseId }) => status.has(exerciseId));
}

function faultOf(status: ExerciseStatus | undefined) {
  return status === undefined ? UNKNOWN : FAULTS[status];
}

async function statusesOf(
  tx: Tx,
  workspaceId: string,
  named: readonly { readonly exerciseId: string }[],
) {
  const ids = [...new Set(named.map(({ exerciseId }) => exerciseId))];
  const rows = await listNamed(tx, { workspaceId, ids });
  return new Map(rows.map(({ id, status }) => [id, status]));
}
