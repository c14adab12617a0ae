import { isJsonObject, objectsAt, textAt } from "../../json.ts";
import type { OnlineEffect } from "../../online/online-effects.ts";
import { loadScope } from "../../store/load-scope.ts";
import { forgetConflict, isConflict } from "./conflict-rows.ts";
import { settleDraft } from "./settle-draft.ts";

/** A resolved conflict ends on this device in the transaction that stores the answer. */
export const resolutionEffect: OnlineEffect = async (core, { scopeId, objectId }, answer) => {
  const scope = scopeId === null ? null : await loadScope(core.ports.sql, scopeId);
  if (scope === null) return [];
  // The conflict has changed: the next read brings it again.
  if (answer.kind !== "DONE") return [forgetConflict(scope, objectId)];
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
