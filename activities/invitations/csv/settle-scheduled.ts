import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { invitationActor } from "../../../contract/invitations/invitation-actor.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import { pipeline } from "../../../db/platform/pipeline/pipeline.ts";
import { lockFreeScheduled } from "../../../db/invitations/lock-invitation.ts";
import { listScheduled } from "../../../db/invitations/queries.ts";
import { listActorMarks, saveNewActors } from "../../../db/outbox/save-new-actors.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { invitationDeadline } from "../../../rules/invitations/invitation-deadline.ts";
import { type ActorAgenda, agendaUntil } from "../../../rules/outbox/actor-agenda.ts";

/**
 * Settles the invitations that a file has scheduled for the first time, under their locks. It stores the deadline of
 * each and changes nothing, because none is due (docs/rooms/actors.md#dormant-start). Locked, due and sent
 * invitations are left to their actors.
 */
export async function settleScheduled(
  em: SqlEntityManager,
  invitationIds: readonly string[],
): Promise<readonly FirstSettlement[]> {
  const settlements: FirstSettlement[] = [];
  for (let from = 0; from < invitationIds.length; from += SLICE) {
    const slice = invitationIds.slice(from, from + SLICE);
    settlements.push(...(await transact(em, (tx) => settleFirst(tx, slice))));
  }
  return settlements;
}

/** The first settlement of a scheduled invitation. */
interface FirstSettlement {
  readonly invitationId: string;
  readonly agenda: ActorAgenda<DueReasonOf<typeof invitationActor>>;
}

/** Invitations of one transaction. */
const SLICE = 50;

async function settleFirst(
  tx: Tx,
  invitationIds: readonly string[],
): Promise<readonly FirstSettlement[]> {
  const free = await lockFreeScheduled(tx, invitationIds);
  const idOf = (invitationId: string) => invitationActor.idOf({ invitationId });
  // Read marks before facts: a change in between makes the actor settle once more.
  const [marks, invitations, now] = await pipeline(tx, (executor) => [
    listActorMarks(executor, free.map(idOf)),
    listScheduled(executor, free),
    clockNow(executor),
  ]);
  const found = invitations.flatMap((invitation) => {
    const due = invitationDeadline(invitation, now);
    const seen = marks.get(idOf(invitation.id));
    if (due === null || due.at <= now || seen === undefined) return [];
    const wait = { workflowId: idOf(invitation.id), marks: seen, dueAt: due.at };
    return [
      {
        wait: { ...wait, dueReason: due.reason, settledAt: now },
        settlement: { invitationId: invitation.id, agenda: agendaUntil(due, now) },
      },
    ];
  });
  await saveNewActors(
    tx,
    found.map(({ wait }) => wait),
  );
  return found.map(({ settlement }) => settlement);
}
