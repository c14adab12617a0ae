import { intentOf } from "../../rules/quick-log/intent-of.ts";
import type { Core } from "../core.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { loadTask } from "./load-task.ts";
import { objectOf } from "./object-of.ts";
import { predict } from "./predict.ts";
import type { Action, Preview } from "./types.ts";

/** Predicts the server's verdict on an action, on top of all waiting operations. */
export async function previewAction(core: Core, scope: ScopeRow, action: Action): Promise<Preview> {
  const { payload, operationType } = action;
  const objectId = objectOf(payload);
  const task = objectId === null ? null : await loadTask(core, scope, objectId);
  if (task?.sure === false) return { kind: "UNSURE" };
  const now = new Date(core.ports.clock.now());
  const prediction = predict(task?.state ?? null, intentOf(operationType, payload), {
    clientOperationId: action.clientOperationId ?? "",
    expectedRevision: action.expectedRevision ?? task?.basis.revision ?? null,
    now,
    recordedAt: now,
    past: task?.past ?? [],
  });
  return prediction.kind === "LIKELY" ? { kind: "LIKELY" } : prediction;
}
