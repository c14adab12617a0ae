import type { Core } from "../core.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import { pauseAfter } from "../lanes/pauses.ts";
import type { Statement } from "../ports/sql.ts";
import { actKeys } from "./act-keys.ts";
import { meaningOf, type Wait } from "./meaning-of.ts";
import type { Checked } from "./online-checks.ts";
import { ONLINE_EFFECTS } from "./online-effects.ts";
import { answerLabel } from "./outcome-of.ts";
import type { ActRow, OnlineAnswer } from "./act-types.ts";

/**
 * Stores the outcome of a try: a wait, or the answer together with its effect on the rows of the device. A second
 * answer to the same act matches no row (`changes`).
 */
export async function answerStatements(
  core: Core,
  row: ActRow,
  result: Answer | LocalRefusal,
): Promise<readonly Statement[]> {
  if ("also" in result) {
    const { code, also } = result;
    return [await answerStatement(core, row, { kind: "REFUSED", code, pointers: [] }), ...also];
  }
  const outcome = meaningOf(result);
  if (outcome.kind === "WAIT") {
    const isUnsent = outcome.waitsFor === "SIGN_IN" || hasNotLeft(result);
    return [waitStatement(core, row, { ...outcome, isUnsent: isUnsent && row.sentAt === null })];
  }
  const effect = await ONLINE_EFFECTS[row.actType]?.();
  return [
    await answerStatement(core, row, outcome),
    ...(effect === undefined ? [] : await effect(core, row, outcome)),
  ];
}

/** The device itself ends an act that it does not send. */
export type LocalRefusal = Extract<Checked, { readonly kind: "REFUSED" }>;

function hasNotLeft(answer: Answer): boolean {
  return answer.kind === "TRANSPORT" && answer.cause === "NOT_SENT";
}

/** `isUnsent`: no try has left the device, so the act may still be replaced by another one. */
function waitStatement(
  { ports: { clock, random } }: Core,
  { actId, retries }: ActRow,
  { waitsFor, pauseMs, isUnsent }: Wait & { readonly isUnsent: boolean },
): Statement {
  const now = clock.now();
  const retryAt = waitsFor === "SIGN_IN" ? null : now + pauseAfter(retries + 1, random, pauseMs);
  return {
    sql: `update online_act set wait_reason = ?, retry_count = retry_count + 1, next_retry_at = ?, updated_at = ?,
        sent_at = iif(?, null, sent_at)
      where act_id = ? and status = 'OPEN'`,
    params: [waitsFor, retryAt, now, Number(isUnsent), actId],
    changes: 1,
  };
}

/** The request is deleted with the answer: nobody sends it again. */
async function answerStatement(
  core: Core,
  { actId, scopeId }: ActRow,
  outcome: OnlineAnswer,
): Promise<Statement> {
  const keys = await actKeys(core, scopeId);
  const key = keys?.answer ?? "";
  const sealed = keys === null ? null : await core.rows.seal(key, answerLabel(actId), outcome);
  return {
    sql: `update online_act set status = ?1, answer = ?2, body = null, next_retry_at = null, updated_at = ?3
      where act_id = ?4 and status = 'OPEN' and ?2 is not null
        and (scope_id is null or exists (select 1 from cache_scope
          where cache_scope.scope_id = online_act.scope_id and cache_key = ?5
            and cache_scope.status not in ('SEALED', 'PURGING')))`,
    params: [outcome.kind, sealed, core.ports.clock.now(), actId, key],
    changes: 1,
  };
}
