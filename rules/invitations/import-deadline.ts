import {
  CSV_ACTOR_REST_SECONDS,
  CSV_ACTOR_SECONDS,
} from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";

/** What decides when the actor of a file looks at it. */
export interface ImportWait {
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  /** When its actor has given a slice of lines their outcomes, just before. */
  readonly judgedAt: Date | null;
}

/**
 * When the actor of a file goes on with what its request has left: once that was answered, or is lost, and then after a
 * rest. Null when each line has its outcome (docs/rooms/invitations.md#csv).
 */
export function importDeadline({
  createdAt,
  doneAt,
  judgedAt,
}: ImportWait): ActorDeadline<"SLICE"> | null {
  if (doneAt !== null) return null;
  const at =
    judgedAt === null
      ? createdAt.getTime() + CSV_ACTOR_SECONDS * 1_000
      : judgedAt.getTime() + CSV_ACTOR_REST_SECONDS * 1_000;
  return { at: new Date(at), reason: "SLICE" };
}
