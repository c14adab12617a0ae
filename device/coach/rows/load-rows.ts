import type { Core } from "../../core.ts";
import type { Row, SqlValue } from "../../ports/sql.ts";
import { bytesIn, maybeNumberIn, numberIn, textIn } from "../../store/columns.ts";
import type { CoachTaskDetail, CoachTaskItem } from "../../wire/inbox-types.ts";
import { OPEN_SCOPE } from "../open-scope.ts";
import { detailLabel, rowLabel } from "./store-rows.ts";

/**
 * Rows of the inbox on this device with their histories, in the server's order, rows outside the list last. Two
 * statements, however many clients. A row whose key is gone is left out.
 *
 * @param where a condition on `snapshot` and `scope`.
 */
export async function loadRows(
  core: Core,
  wanted: { readonly where: string; readonly params: readonly SqlValue[] },
): Promise<readonly StoredRow[]> {
  const [rows, histories] = await Promise.all([
    core.ports.sql.read(snapshots("coach_task", wanted)),
    core.ports.sql.read(snapshots("coach_task_detail", wanted)),
  ]);
  const opened = await Promise.all(
    histories.map(async (row) => await core.rows.open(...sealed(row, detailLabel))),
  );
  const details = new Map(
    opened.flatMap((one) => (one === null ? [] : [[one.content.taskId, one.content] as const])),
  );
  const stored = await Promise.all(
    rows.map(async (row) => await storedRow(core, row, details.get(textIn(row, "id")) ?? null)),
  );
  return stored.filter((row) => row !== null);
}

/** A row of the inbox as this device has it. */
export interface StoredRow {
  readonly taskId: string;
  readonly scopeId: string;
  readonly workspaceId: string;
  readonly isListed: boolean;
  readonly readAt: number;
  readonly item: CoachTaskItem;
  readonly detail: CoachTaskDetail | null;
  readonly hasDraft: boolean;
}

function snapshots(kind: string, wanted: { where: string; params: readonly SqlValue[] }) {
  return {
    sql: `select snapshot.scope_id, snapshot.id, snapshot.position, snapshot.read_at, snapshot.body,
        scope.cache_key, scope.workspace_id, exists (select 1 from draft
          where draft.scope_id = snapshot.scope_id and draft.kind = 'REVIEW'
            and draft.id = snapshot.id) as has_draft
      from snapshot join cache_scope scope using (scope_id)
      where snapshot.kind = '${kind}' and ${OPEN_SCOPE} and (${wanted.where})
      order by snapshot.position is null, snapshot.position, snapshot.id`,
    params: wanted.params,
  };
}

function sealed<Label>(row: Row, labelOf: (id: string) => Label) {
  return [textIn(row, "cache_key"), labelOf(textIn(row, "id")), bytesIn(row, "body")] as const;
}

async function storedRow(
  { rows }: Core,
  row: Row,
  detail: CoachTaskDetail | null,
): Promise<StoredRow | null> {
  const opened = await rows.open(...sealed(row, rowLabel));
  if (opened === null) return null;
  return {
    taskId: textIn(row, "id"),
    scopeId: textIn(row, "scope_id"),
    workspaceId: textIn(row, "workspace_id"),
    isListed: maybeNumberIn(row, "position") !== null,
    readAt: numberIn(row, "read_at"),
    item: opened.content,
    detail,
    hasDraft: numberIn(row, "has_draft") === 1,
  };
}
