import { dropWaiting, writeOutcomes } from "../../../db/invitations/imports/write-outcomes.ts";
import type { WaitingLine } from "../../../db/invitations/imports/load-slice.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { type Bisected, bisectRows } from "../../bisect-rows.ts";

/**
 * Gives lines that failed the outcome FAILED, and deletes the person on them (docs/rooms/invitations.md#csv).
 *
 * @returns how many still wait, because not even that could be stored.
 */
export async function failLines(
  tx: Tx,
  failed: Bisected<WaitingLine, unknown>["failed"],
  { importId, log }: { readonly importId: string; readonly log?: FaultLog | undefined },
): Promise<number> {
  if (failed.length === 0) return 0;
  for (const { item, fault } of failed) logFailedLine(log, { importId, line: item.line, fault });
  const lines = failed.map(({ item }) => item);
  const written = await bisectRows(tx, lines, (some) =>
    writeOutcomes(
      tx,
      importId,
      some.map(({ line }) => ({
        line,
        outcome: "FAILED",
        fault: null,
        invitation_id: null,
        send_at: null,
      })),
    ),
  );
  const stuck = new Set(written.failed.map(({ item }) => item));
  // One that cannot be deleted is never shown, and its contact is erased with those of ended invitations.
  await bisectRows(
    tx,
    lines.filter((line) => !stuck.has(line)),
    (some) =>
      dropWaiting(
        tx,
        some.map(({ invitationId }) => invitationId),
      ),
  );
  return stuck.size;
}

/** Logs a line of a file that failed, without the person on it. */
export function logFailedLine(
  log: FaultLog | undefined,
  failed: { readonly importId: string; readonly line: number; readonly fault: unknown },
): void {
  const { importId, line, fault } = failed;
  const failureClass = faultClassOf(fault);
  log?.error({ importId, line, failureClass, err: fault }, "a line of a file failed");
}
