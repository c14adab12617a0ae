import type { PayloadFaultKind } from "../../../contract/payload-fault.ts";
import type { ValueBounds } from "../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { Refused } from "../../sync/decision.ts";
import { judgeRevision } from "../../sync/judge-revision.ts";
import { refuseFor } from "../judge-task.ts";
import type { QuickLogAction, TaskState } from "../quick-log-state.ts";

/** Why a task does not take a value, and where it stands in the payload (RFC 6901). */
export interface ValueFault {
  readonly code: VerdictCode;
  readonly pointer: string;
  /** What is wrong there, where the code alone does not say. */
  readonly fault?: PayloadFaultKind;
  /** The range that the value has to be in, with `VALUE_OUT_OF_RANGE` of a number. */
  readonly range?: Omit<ValueBounds, "changed">;
}

/**
 * Refuses a value (docs/rooms/sync.md#refused-payloads): with its place, the range that holds now, and whether somebody
 * else changed the task since the revision that the phone knew.
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
