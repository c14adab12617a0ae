import {
  CSV_ACTOR_REST_SECONDS,
  CSV_ACTOR_SECONDS,
} from "../../contract/invitations/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";

/**
 * When the actor of a file continues with the lines that the request left: after the request has ended or died, then
 * after a rest. Null if each line has its outcome (docs/rooms/invitations.md#csv).
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

/** The facts that decide when the actor of a file wakes. */
export interface ImportWait {
  readonly createdAt: Date;
  readonly doneAt: Date | null;
  /** When the actor finished its last slice of lines. */
  readonly judgedAt: Date | null;
}
