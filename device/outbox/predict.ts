import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { completionInScope } from "../../rules/quick-log/completion-in-scope.ts";
import { decideQuickLog } from "../../rules/quick-log/decide-quick-log.ts";
import { knownRevision } from "../../rules/quick-log/revision/known-revision.ts";
import type { PastOperation, TaskChange, TaskState } from "../../rules/quick-log/types.ts";

/**
 * Decides an action on this device by the server's own rule. The result is a prediction: only the server decides.
 *
 * @param state the task with all earlier waiting operations applied; null if it was never read.
 * @param past this device's earlier operations on the task, with their effects.
 */
export function predict(
  state: TaskState | null,
  intent: QuickLogIntent | null,
  action: PredictedAction,
): Prediction {
  if (state === null || intent === null) return { kind: "UNSURE" };
  // The device does not know when the day closed, and late evidence may still count.
  if (state.task.status === "MISSED") return { kind: "UNSURE" };
  const target = undoTarget(intent, action.past);
  if (intent.actionKind === "UNDO" && target === undefined) return { kind: "UNSURE" };
  try {
    return decide(state, { ...action, intent, target });
  } catch {
    // The rule trusts the payload, because only the server validates it.
    return { kind: "UNSURE" };
  }
}

function decide(
  state: TaskState,
  { intent, target, clientOperationId, expectedRevision, now, recordedAt }: DecidedAction,
): Prediction {
  const scoped = completionInScope(state.task, intent);
  const revision = knownRevision({ intent: scoped, expectedRevision }, state.task);
  const outcome = decideQuickLog(
    { state, undoTarget: target },
    {
      intent: scoped,
      receiptId: clientOperationId,
      expectedRevision: revision,
      lineageId: THIS_DEVICE,
      now,
      recordedAt,
      attachments: [],
    },
  );
  if (outcome.kind === "REFUSED") return { kind: "REFUSED", code: outcome.refused.code };
  return { kind: "LIKELY", change: outcome.change, actionKind: scoped.actionKind };
}

/** Placeholder for the lineage of this device, which only the server knows. */
const THIS_DEVICE = "this-device";

/** An action to decide. */
export interface PredictedAction {
  readonly clientOperationId: string;
  readonly expectedRevision: number | null;
  readonly now: Date;
  readonly recordedAt: Date;
  readonly past: readonly PastOperation[];
}

interface DecidedAction extends PredictedAction {
  readonly intent: QuickLogIntent;
  readonly target: PastOperation | undefined;
}

/** The decision of the rule. UNSURE: this device lacks data that the rule needs. */
export type Prediction =
  | {
      readonly kind: "LIKELY";
      readonly change: TaskChange;
      readonly actionKind: PastOperation["actionKind"];
    }
  | { readonly kind: "REFUSED"; readonly code: string }
  | { readonly kind: "UNSURE" };

function undoTarget(
  { actionKind, payload }: QuickLogIntent,
  past: readonly PastOperation[],
): PastOperation | undefined {
  if (actionKind !== "UNDO") return undefined;
  const { undoesClientOperationId, undoesReceiptId } = payload;
  return past.find(
    ({ clientOperationId, receiptId }) =>
      clientOperationId === undoesClientOperationId || receiptId === undoesReceiptId,
  );
}
