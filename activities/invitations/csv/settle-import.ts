import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { invitationImportActor } from "../../../contract/invitations/invitation-import-actor.ts";
import { lockImport } from "../../../db/invitations/imports/load-slice.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../../db/outbox/actor-rows.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { importDeadline } from "../../../rules/invitations/import-deadline.ts";
import {
  type ActorAgenda,
  agendaUntil,
  NOTHING_WAITS,
} from "../../../rules/outbox/actor-agenda.ts";
import { PassedOver } from "../../passed-over.ts";
import { inviteSlice, type SliceOrder } from "./invite-slice.ts";

/**
 * Settles an import under its lock. At first it leaves the import to its request; then it judges the next slice of
 * lines and pauses. Safe to run at any time and any number of times, also while a request does the same.
 *
 * @throws PassedOver if no line of the slice can have an outcome: its actor retries, and is shown as failing.
 */
export async function settleImport(
  em: SqlEntityManager,
  { importId, invitationKey, log }: Omit<SliceOrder, "requestId">,
): Promise<ActorAgenda<"SLICE">> {
  return await transact(em, async (tx) => {
    const seen = await seeActor(tx, invitationImportActor.idOf({ importId }));
    const found = await lockImport(tx, importId);
    const due = found && importDeadline({ ...found, judgedAt: null });
    const isDue = due !== null && due.at <= (await clockNow(tx));
    const { judged, stuck, left } = isDue
      ? await inviteSlice(tx, { importId, invitationKey, requestId: null, log })
      : { judged: 0, stuck: 0, left: found };
    if (stuck > 0 && judged === 0) throw new PassedOver(stuck);
    const now = await clockNow(tx);
    const next = left && importDeadline({ ...left, judgedAt: isDue ? now : null });
    const did = judged === 0 ? [] : [`JUDGED ${judged}`];
    if (next === null) {
      await dropActorRow(tx, seen);
      return { ...NOTHING_WAITS, did, over: true };
    }
    await saveActorRow(tx, { ...seen, dueAt: next.at, dueReason: next.reason, settledAt: now });
    return { ...agendaUntil(next, now), did };
  });
}
