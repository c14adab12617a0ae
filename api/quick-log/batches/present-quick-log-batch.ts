import type { AdmittedBatch } from "../../../activities/sync/admission/admission.ts";
import type { QuickLogBatchAnswer } from "../../../contract/quick-log/batch-schema.ts";
import type { LoggedReceipt } from "../../../db/quick-log/receipts/queries.ts";
import type { TaskView } from "../../../rules/agenda/agenda-task.ts";
import { presentQuickLogReceipt, presentTaskState } from "../present.ts";
import { inPiles } from "./in-piles.ts";

/** The answer to a device's quick-log batch. */
export function presentQuickLogBatch(
  deviceId: string,
  { results, extra: { tasks, receipts } }: AdmittedBatch<BehindBatch>,
): QuickLogBatchAnswer {
  const byId = new Map(receipts.map((logged) => [logged.receiptId, logged]));
  const presented = results.map((result) =>
    presentQuickLogReceipt(result, { deviceId, logged: byId.get(result.receiptId ?? "") }),
  );
  const dates = presented.flatMap(({ agendaRefreshDate }) => agendaRefreshDate ?? []);
  return {
    ...inPiles(presented),
    tasks: tasks.map(presentTaskState),
    refreshDates: [...new Set(dates)].toSorted(),
  };
}

/** The data read after a batch: its named tasks, and the records behind its receipts. */
interface BehindBatch {
  readonly tasks: readonly TaskView[];
  readonly receipts: readonly LoggedReceipt[];
}
