import { CSV_ACTOR_SECONDS } from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";

/**
 * When the actor of a file takes over what its request has left: once that was answered, or is lost. Null when each line
 * has its outcome (docs/rules.md#invitations-csv).
 */
export function importDeadline({
  createdAt,
  doneAt,
}: {
  readonly createdAt: Date;
  readonly doneAt: Date | null;
}): ActorDeadline<"SLICE"> | null {
  if (doneAt !== null) return null;
  return { at: new Date(createdAt.getTime() + CSV_ACTOR_SECONDS * 1_000), reason: "SLICE" };
}
