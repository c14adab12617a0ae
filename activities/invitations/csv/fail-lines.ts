import { dropWaiting, writeOutcomes } from "../../../db/invitations/imports/write-slice.ts";
import type { WaitingLine } from "../../../db/invitations/imports/load-slice.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import type { Tx } from "../../../db/transact.ts";
import type { Bisected } from "../../bisect.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { bisectRows } from "../../bisect-rows.ts";

/**
 * Gives lines that failed by themselves the outcome FAILED, and forgets whom they name (docs/rooms/invitations.md#csv).
 *
 * @returns how many still wait, because not even that could be written down.
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
  // One that cannot be deleted is shown to nobody, and its contact goes with those of ended invitations.
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

/** Tells operators of a line of a file that failed by itself; whom it names is not told. */
export function logFailedLine(
  log: FaultLog | undefined,
  failed: { readonly importId: string; readonly line: number; readonly fault: unknown },
): void {
  const { importId, line, fault } = failed;
  const failureClass = faultClassOf(fault);
  log?.error({ importId, line, failureClass, err: fault }, "a line of a file failed");
}
