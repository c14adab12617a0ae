import { accountExportActor } from "../../../contract/privacy/account-export-actor.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { type ExportView, getOpenExport } from "../../../db/privacy/queries.ts";
import { beginExport } from "../../../db/privacy/begin-export.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Requests an export of all data about a person (docs/rooms/accounts.md#export). While one is being written or its
 * link is valid, every request returns that one. The owner gets an e-mail, because the request may come from an
 * intruder.
 */
export async function askExport(
  tx: Tx,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<ExportView> {
  const now = await clockNow(tx);
  const exportId = newId();
  if (await beginExport(tx, { id: exportId, userId, now })) {
    const type = "AccountExportRequested";
    const event = {
      eventId: newId(),
      type,
      subjectId: userId,
      version: 0,
      refs: { exportId },
    } as const;
    await appendEvents(tx, [accountExportActor.wokenBy(event, { exportId })], { now, requestId });
    const line = { userId, provider: null, actor: userId, metadata: { exportId } };
    await appendAuthAudit(tx, { ...line, eventType: "EXPORT_REQUESTED" });
  }
  return await getOpenExport(tx, userId);
}
