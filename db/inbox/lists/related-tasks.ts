import { sql } from "kysely";

/**
 * SQL of whether `other` is the unresolved task that belongs to a task: missed check-ins and the fall off track of one
 * client name each other (docs/rooms/inbox.md#related). Each is found by the key of its case.
 */
export function isRelated(other: string, task: string) {
  return sql.raw(`${other}.workspace_id = ${task}.workspace_id
    and ${other}.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
    and ${other}.dedupe_key = case ${task}.source_kind
      when 'CHECK_IN' then 'trend:' || ${task}.relationship_id || ':ADHERENCE'
      when 'TREND' then 'check-in:' || ${task}.relationship_id end`);
}

/** SQL of whether the list puts `task` under `other`; of equal scores, the fall off track stands first. */
export function ranksUnder(task: string, other: string) {
  const rank = (of: string) => `(${of}.urgent, ${of}.priority_score, ${of}.source_kind)`;
  return sql.raw(`${rank(task)} < ${rank(other)}`);
}

/** SQL of the related task of task `t` as a row of the inbox names it; null without one. */
export const relatedTask = sql`(
  select json_build_object('taskId', other.id, 'taskType', other.task_type)
  from coach_task other where ${isRelated("other", "t")})`;
