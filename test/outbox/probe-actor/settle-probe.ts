import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DueReasonOf, SubjectOf } from "../../../contract/outbox/define-actor.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../../db/outbox/actor-rows.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { agendaUntil, counted, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";
import { probe } from "./definition.ts";

/** Rings the due rows of the table `probe_bell`, and finds out when the next one is due. */
export async function settleProbe(
  em: SqlEntityManager,
  subject: SubjectOf<typeof probe>,
): Promise<ActorAgenda<DueReasonOf<typeof probe>>> {
  return await transact(em, async (tx) => {
    const seen = await seeActor(tx, probe.idOf(subject));
    const settledAt = await clockNow(tx);
    const { numAffectedRows: rung = 0n } = await sql`
      update probe_bell set rung_at = ${settledAt.toISOString()}
      where session_id = ${subject.sessionId} and rung_at is null and due_at <= ${settledAt.toISOString()}
    `.execute(tx.getKysely());
    const { rows } = await sql<{ at: string }>`
      select due_at::text as at from probe_bell
      where session_id = ${subject.sessionId} and rung_at is null order by due_at limit 1
    `.execute(tx.getKysely());
    const next =
      rows[0] === undefined ? null : { at: new Date(rows[0].at), reason: "RING" as const };
    const row = { ...seen, settledAt };
    if (next === null) await dropActorRow(tx, seen);
    else await saveActorRow(tx, { ...row, dueAt: next.at, dueReason: next.reason });
    return { ...agendaUntil(next, settledAt), did: counted({ rung: Number(rung) }) };
  });
}
