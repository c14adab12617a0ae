import type { Core } from "../core.ts";
import type { Statement } from "../ports/sql.ts";
import type { Label } from "../store/sealed-rows.ts";
import { actKeys } from "./act-keys.ts";
import type { ActRow, OnlineAnswer } from "./act-types.ts";
import type { OnlineOutcome } from "./types.ts";

/** Reads the outcome of a stored act. An answer whose key is gone still says whether the act was carried out. */
export async function outcomeOf(core: Core, row: ActRow): Promise<OnlineOutcome> {
  const { actId, status, waitsFor, retryAt, scopeId, answer } = row;
  if (status === "OPEN") return { kind: "OPEN", waitsFor, retryAt };
  if (status === "UNREADABLE") return UNREADABLE;
  const keys = await actKeys(core, scopeId);
  const opened =
    keys === null || answer === null
      ? null
      : await core.rows.open(keys.answer, answerLabel(actId), answer);
  if (opened !== null) return opened.content;
  return status === "DONE"
    ? { kind: "DONE", data: null }
    : { kind: "REFUSED", code: "STATE_CONFLICT", pointers: [] };
}

const UNREADABLE: OnlineOutcome = { kind: "REFUSED", code: "UNREADABLE", pointers: [] };

/** Deletes an act whose answer was read. An open act stays. */
export function forgetAct(actId: string): Statement {
  return { sql: `delete from online_act where act_id = ? and status <> 'OPEN'`, params: [actId] };
}

export function answerLabel(actId: string): Label<OnlineAnswer> {
  return `online_act/answer/${actId}`;
}
