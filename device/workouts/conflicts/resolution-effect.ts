import type { Core } from "../../core.ts";
import { isJsonObject, objectsAt, textAt } from "../../json.ts";
import { saveHints } from "../../lanes/verdicts/keep-hints.ts";
import type { OnlineEffect } from "../../online/online-effects.ts";
import type { Statement } from "../../ports/sql.ts";
import { loadScope } from "../../store/load-scope.ts";
import { forgetConflict, isConflict } from "./conflict-rows.ts";
import { settleDraft } from "./settle-draft.ts";

/** A resolved conflict ends on this device in the transaction that stores the answer. */
export const resolutionEffect: OnlineEffect = async (core, { scopeId, objectId }, answer) => {
  const scope = scopeId === null ? null : await loadScope(core.ports.sql, scopeId);
  if (scope === null) return [];
  if (answer.kind !== "DONE") return [readAgain(core, scope.scopeId, objectId)];
  const { data } = answer;
  if (!isJsonObject(data) || !isConflict(data["conflict"])) return [];
  const { localReference, resolution } = data["conflict"];
  const [offered] = objectsAt(data, "packages");
  const ended = {
    draftId: localReference.clientSessionId,
    operationId: localReference.clientOperationId,
    resolution: resolution ?? "",
    offeredTaskId: offered === undefined ? null : textAt(offered, "taskId"),
  };
  return [forgetConflict(scope, objectId), ...(await settleDraft(core, scope, ended))];
};

/** A refusal ends no conflict. The next read lists those that are open, and replaces what is known of them. */
function readAgain({ ports }: Core, scopeId: string, conflictId: string): Statement {
  const hint = {
    entityType: "workout_conflict",
    entityId: conflictId,
    path: "/api/v1/client/workout-sessions/conflicts",
    reason: "REFUSED",
  };
  return saveHints(scopeId, [hint], { now: ports.clock.now(), mark: ports.random.uuid() });
}
