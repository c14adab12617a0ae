import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { accountExportActor } from "../../../contract/privacy/account-export-actor.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../../db/outbox/actor-rows.ts";
import { dropExport, lockExport } from "../../../db/privacy/begin-export.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import {
  type ActorAgenda,
  agendaUntil,
  NOTHING_WAITS,
} from "../../../rules/outbox/actor-agenda.ts";
import { exportDeadline } from "../../../rules/privacy/account-export.ts";
import { writeSlice } from "./write-slice.ts";

/**
 * Settles an export under its lock: writes a slice while data is missing, then waits for the expiry. It deletes the
 * export when it expires, or as soon as its person can no longer read it. Safe to run at any time and any number of
 * times.
 */
export async function settleAccountExport(
  em: SqlEntityManager,
  { exportId }: { readonly exportId: string },
): Promise<ActorAgenda<"SLICE" | "EXPIRY">> {
  return await transact(em, async (tx) => {
    const seen = await seeActor(tx, accountExportActor.idOf({ exportId }));
    const found = await lockExport(tx, exportId);
    const now = await clockNow(tx);
    const due = found && exportDeadline(found, now);
    if (found === null || due === null) {
      if (found !== null) await dropExport(tx, exportId);
      await dropActorRow(tx, seen);
      return { ...NOTHING_WAITS, did: found === null ? [] : ["REMOVED"], over: true };
    }
    const isWritten = due.reason === "SLICE";
    const left = isWritten ? await writeSlice(tx, found, now) : found;
    const next = exportDeadline(left, now) ?? due;
    await saveActorRow(tx, { ...seen, dueAt: next.at, dueReason: next.reason, settledAt: now });
    return {
      ...agendaUntil(next, now),
      did: isWritten ? [`WRITTEN ${left.factCount - found.factCount}`] : [],
      ...(next.reason === "SLICE" && { more: true }),
    };
  });
}
