import { describe, expect, test } from "@jest/globals";
import { applyResults } from "../../../device/lanes/verdicts/apply-results.ts";
import { hintsOf } from "../../../device/lanes/verdicts/keep-hints.ts";
import { readResults } from "../../../device/lanes/verdicts/read-results.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { accepted, answer, hint, sentBatch } from "../../factories/device/sent-batch.ts";

describe("a final verdict", () => {
  test.each([
    ["ACCEPTED", "ACCEPTED", "accepted"],
    ["ALREADY_ACCEPTED", "ACCEPTED", "accepted"],
    ["REJECTED", "REJECTED", "rejected"],
    ["CONFLICT", "CONFLICTED", "conflicted"],
  ])(
    "%s ends the wait as %s, with its receipt and the count of its scope",
    async (status, local, count) => {
      const { stage, scopeId, ids, apply } = await sentBatch(1);
      await apply(answer([accepted(ids[0], { status })]));
      expect(await stage.operation(ids[0] ?? "")).toMatchObject({
        status: local,
        wait_reason: null,
      });
      expect(await stage.scope(scopeId)).toMatchObject({ [count]: 1 });
      const receipts = await stage.rows(
        "select server_status, accepted_revision from sync_receipt",
      );
      expect(receipts).toEqual([{ server_status: status, accepted_revision: 2 }]);
    },
  );

  test("changes nothing if it comes a second time, or contradicts the first", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(1);
    await apply(answer([accepted(ids[0])]));
    const before = [await stage.operation(ids[0] ?? ""), await stage.scope(scopeId)];
    const other = { status: "REJECTED", receiptId: "another", rejectionCode: "TASK_CLOSED" };
    await apply(answer([accepted(ids[0], { status: "ALREADY_ACCEPTED" })]));
    await apply(answer([accepted(ids[0], other)]));
    expect([await stage.operation(ids[0] ?? ""), await stage.scope(scopeId)]).toEqual(before);
    expect(await stage.rows("select receipt_id from sync_receipt")).toHaveLength(1);
  });

  test("keeps the whole result sealed, with the revision it was judged on after a restore", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(1);
    await apply(answer([accepted(ids[0], { judgedOnRevision: 7, futureField: "kept" })]));
    const [row] = await stage.rows("select receipt_id, body from sync_receipt");
    const body = row?.["body"];
    if (!(body instanceof Uint8Array)) throw new TypeError("The receipt has no body");
    expect(new TextDecoder().decode(body)).not.toContain("judgedOnRevision");
    const label = `sync_receipt/${String(row?.["receipt_id"])}`;
    expect(await stage.core.rows.open(`queue/${scopeId}`, label, body)).toMatchObject({
      content: { judgedOnRevision: 7, futureField: "kept" },
    });
  });

  test("maps the local ids of the device, and opens a conflict with its code and target", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(2);
    const canonicalIds = [
      { localId: "local-1", canonicalId: "server-1", entityType: "workout_session" },
    ];
    const conflict = {
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      refetch: [hint("agenda_task", "/api/v1/client/today", "STALE")],
    };
    await apply(answer([accepted(ids[0], { canonicalIds }), accepted(ids[1], conflict)]));
    expect(await stage.rows("select * from canonical_id")).toEqual([
      {
        scope_id: scopeId,
        entity_type: "workout_session",
        local_id: "local-1",
        canonical_id: "server-1",
        mapped_at: stage.clock.now(),
      },
    ]);
    expect(await stage.rows("select * from sync_conflict")).toMatchObject([
      {
        client_operation_id: ids[1],
        scope_id: scopeId,
        conflict_code: "STALE_REVISION",
        latest_snapshot_ref: "/api/v1/client/today",
        resolution_status: "OPEN",
      },
    ]);
  });

  test("remembers the cursor that an accepted operation came with, and none for others", async () => {
    const { stage, ids, apply } = await sentBatch(2);
    await apply(answer([accepted(ids[0]), accepted(ids[1], { status: "REJECTED" })]));
    expect(await stage.operation(ids[0] ?? "")).toMatchObject({ accepted_cursor: "cursor-2" });
    expect(await stage.operation(ids[1] ?? "")).toMatchObject({ accepted_cursor: null });
  });

  test("of an operation that the person discarded meanwhile leaves it discarded", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(2);
    await stage.sql.write([
      {
        sql: "update sync_operation set status = 'DISCARDED' where client_operation_id = ?",
        params: [ids[0] ?? ""],
      },
      { sql: "update cache_scope set discarded = 1" },
    ]);
    await apply(answer(ids.map((id) => accepted(id))));
    expect(await stage.operation(ids[0] ?? "")).toMatchObject({ status: "DISCARDED" });
    expect(await stage.scope(scopeId)).toMatchObject({ accepted: 1, discarded: 1 });
  });

  test("of a scope that was purged meanwhile stores nothing", async () => {
    const { stage, scopeId, ids } = await sentBatch(1);
    const scope = await loadScope(stage.sql, scopeId);
    if (scope === null) throw new Error("The scope is gone");
    await stage.sql.write([
      { sql: "delete from sync_operation" },
      { sql: "delete from cache_scope" },
    ]);
    const results = readResults(answer([accepted(ids[0])]));
    await applyResults(stage.core, { scope, operationIds: ids }, results);
    expect(await stage.rows("select * from sync_receipt")).toEqual([]);
    expect(await stage.rows("select * from cache_metadata")).toEqual([]);
  });
});

describe("the cursor of an answer", () => {
  test("becomes that of the scope if the answer asks to read nothing first", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(1, "cursor-1");
    await apply(answer([accepted(ids[0])]));
    expect(await stage.scope(scopeId)).toMatchObject({ last_cursor: "cursor-2" });
  });

  test("is not stored while changes of others are unread, because it would skip them", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(1, "cursor-1");
    const path = "/api/v1/coach-client-relationships/x/sync?since=cursor-1";
    await apply(answer([accepted(ids[0])], { refetch: [hint("scope", path)] }));
    expect(await stage.scope(scopeId)).toMatchObject({ last_cursor: "cursor-1" });
    expect((await hintsOf(stage.sql, scopeId)).hints).toMatchObject([
      { entityType: "scope", path },
    ]);
  });

  test("is not stored by a device that has none: it reads everything first", async () => {
    const { stage, scopeId, ids, apply } = await sentBatch(1, null);
    await apply(answer([accepted(ids[0])], { refetch: [hint("scope", "/sync", "CURSOR")] }));
    expect(await stage.scope(scopeId)).toMatchObject({ last_cursor: null });
  });

  test("is not stored over a cursor that a read stored meanwhile", async () => {
    const { stage, scopeId, ids } = await sentBatch(1, "cursor-1");
    const scope = await loadScope(stage.sql, scopeId);
    if (scope === null) throw new Error("The scope is gone");
    await stage.sql.write([{ sql: "update cache_scope set last_cursor = 'cursor-9'" }]);
    const results = readResults(answer([accepted(ids[0])]));
    await applyResults(stage.core, { scope, operationIds: ids }, results);
    expect(await stage.scope(scopeId)).toMatchObject({ last_cursor: "cursor-9" });
  });
});
