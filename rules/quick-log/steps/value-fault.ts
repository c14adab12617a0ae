import type { PayloadFaultKind } from "../../../contract/payload-fault.ts";
import type { ValueBounds } from "../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { Refused } from "../../sync/decision.ts";
import { judgeRevision } from "../../sync/judge-revision.ts";
import { refuseFor } from "../judge-task.ts";
import type { QuickLogAction, TaskState } from "../types.ts";

/** Why a task refuses a value, and its place in the payload (RFC 6901). */
export interface ValueFault {
  readonly code: VerdictCode;
  readonly pointer: string;
  /** The fault there, if the code alone does not say. */
  readonly fault?: PayloadFaultKind;
  /** The allowed range, with `VALUE_OUT_OF_RANGE` for a number. */
  readonly range?: Omit<ValueBounds, "changed">;
}

/**
 * Refuses a value (docs/rooms/sync.md#refused-payloads) with its place, the range in force, and whether somebody else
 * changed the task since the phone's revision.
 */
export function refuseValue(
  state: TaskState,
  { expectedRevision, lineageId }: QuickLogAction,
  { code, pointer, fault, range }: ValueFault,
): Refused {
  const changed =
    expectedRevision !== null && judgeRevision(state.task, expectedRevision, lineageId) === "STALE";
  return {
    ...refuseFor(state, code, "STALE"),
    pointer,
    ...(fault !== undefined && { fault }),
    ...(range !== undefined && { bounds: { ...range, changed } }),
  };
}
