import type { Core } from "../core.ts";
import type { Row } from "../ports/sql.ts";
import { bytesIn, maybeTextIn, numberIn, oneOfIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Label } from "../store/sealed-rows.ts";
import type { DraftFacts, DraftKind, DraftRows, StoredDraft } from "./types.ts";
import { type DraftStore, insertDraft, updateDraft } from "./write-draft.ts";

/**
 * Rows of `draft`: the person's own unsent work, sealed with the queue key of its scope (docs/rooms/device.md#stores).
 * A draft's `status` says only whether the person ended it. Its state follows from its operations, whose `object_id`
 * is the id of the draft.
 *
 * @typeParam Body content that every act changes.
 * @typeParam Origin content that the draft was made from; it is written once, because it may be large.
 */
export function draftRows<Body, Origin>(core: Core, kind: DraftKind): DraftRows<Body, Origin> {
  const store: Store<Body, Origin> = {
    core,
    kind,
    bodyLabel: (id) => `draft/${kind}/${id}`,
    originLabel: (id) => `draft/${kind}/${id}/origin`,
  };
  const find = async ({ scopeId }: ScopeRow, id: string) => {
    const [row] = await core.ports.sql.read({
      sql: `select * from draft where scope_id = ? and kind = ? and id = ?`,
      params: [scopeId, kind, id],
    });
    return row;
  };
  return {
    async list(scope) {
      const rows = await core.ports.sql.read({
        sql: `select * from draft where scope_id = ? and kind = ? order by created_at, id`,
        params: [scope.scopeId, kind],
      });
      const opened = await Promise.all(rows.map(async (row) => await openDraft(store, scope, row)));
      return opened.filter((draft) => draft !== null);
    },
    async find(scope, id) {
      const row = await find(scope, id);
      return row === undefined ? null : await openDraft(store, scope, row);
    },
    insert: async (scope, draft, condition) =>
      await insertDraft({ ...store, scope }, draft, condition),
    update: async (scope, known, next) => await updateDraft({ ...store, scope }, known, next),
    remove: ({ scopeId }, id) => ({
      sql: `delete from draft where scope_id = ? and kind = ? and id = ?`,
      params: [scopeId, kind, id],
    }),
  };
}

interface Store<Body, Origin> extends DraftStore {
  readonly bodyLabel: (id: string) => Label<Body>;
  readonly originLabel: (id: string) => Label<Origin>;
}

async function openDraft<Body, Origin>(
  { core: { rows }, bodyLabel, originLabel }: Store<Body, Origin>,
  { queueKey }: ScopeRow,
  row: Row,
): Promise<StoredDraft<Body, Origin> | null> {
  if (row["status"] === "UNREADABLE") return null;
  const facts = factsIn(row);
  const [body, origin] = await Promise.all([
    rows.open(queueKey, bodyLabel(facts.id), bytesIn(row, "body")),
    row["origin"] === null
      ? null
      : rows.open(queueKey, originLabel(facts.id), bytesIn(row, "origin")),
  ]);
  return body === null ? null : { ...facts, body: body.content, origin: origin?.content ?? null };
}

function factsIn(row: Row): DraftFacts {
  return {
    id: textIn(row, "id"),
    taskId: maybeTextIn(row, "task_id"),
    status: oneOfIn(row, "status", ["OPEN", "ENDED"]),
    revision: numberIn(row, "revision"),
    createdAt: numberIn(row, "created_at"),
    updatedAt: numberIn(row, "updated_at"),
  };
}
