import type { ProblemCode } from "../../../contract/problems.ts";
import { Refusal } from "../../../contract/refusal.ts";

/**
 * Refuses an act with a sentence and the field of the request that it is about, `""` for the task itself
 * (docs/rooms/inbox.md#acts).
 */
export function refuseField(
  code: Exclude<ProblemCode, "STATE_CONFLICT">,
  pointer: string,
  message: string,
): Refusal {
  return new Refusal(code, { errors: [{ pointer, code, message }] });
}

/** The note is missing. */
export const refuseWithoutNote = (): Refusal =>
  refuseField("NOTE_REQUIRED", "/note", "Say in the note how this was handled.");
