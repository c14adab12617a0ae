import { describe, expect, test } from "@jest/globals";
import { applyResults } from "../../../device/lanes/verdicts/apply-results.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { dropHints, hintsOf } from "../../../device/lanes/verdicts/keep-hints.ts";
import { readResults } from "../../../device/lanes/verdicts/read-results.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";

interface Built {
  readonly stage: DeviceStage;
  readonly scopeId: string;
  readonly ids: readonly string[];
  apply(data: unknown): Promise<void>;
}

/** A batch that was sent, before its answer. */
async function sentBatch(count: number, lastCursor: string | null = null): Promise<Built> {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await stage.queue(scopeId));
  await stage.sql.write([
    { sql: "update sync_operation set status = 'SYNCING'" },
    { sql: "update cache_scope set last_cursor = ?", params: [lastCursor] },
  ]);
  const apply = async (data: unknown) => {
    const scope = await loadScope(stage.sql, scopeId);
    if (scope === null) throw new Error("The scope is gone");
    await applyResults(stage.core, { scope, operationIds: ids }, readResults(data));
    expect(await checkLaw(stage.sql, scopeId)).toBeNull();
  };
  return { stage, scopeId, ids, apply };
}

const accepted = (clientOperationId: unknown, changes: object = {}) => ({
  clientOperationId,
  status: "ACCEPTED",
  receiptId: `receipt-of-${String(clientOperationId)}`,
  acceptedRevision: 2,
  canonicalIds: [],
  refetch: [],
  ...changes,
});

const answer = (results: readonly unknown[], changes: object = {}) => ({
  results,
  serverCursor: "cursor-2",
  scopeState: "ACTIVE",
  refetch: [],
  ...changes,
});

const hint = (entityType: string, path: string, reason = "CHANGED") => ({
  entityType,
  entityId: "018f0000-0000-7000-8000-000000000001",
  path,
  reason,
});

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
      const receipts = await stage.rows("select server_status from sync_receipt");
      expect(receipts).toEqual([{ server_status: status }]);
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
    expect(await stage.rows("select local_id, canonical_id from canonical_id")).toEqual([
      { local_id: "local-1", canonical_id: "server-1" },
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

describe("an operation stays in the queue", () => {
  const kept = async (results: (ids: readonly string[]) => readonly unknown[]) => {
    const { stage, ids, apply } = await sentBatch(2);
    await apply(answer(results(ids)));
    const row = await stage.operation(ids[0] ?? "");
    expect(await stage.operation(ids[1] ?? "")).toMatchObject({ status: "ACCEPTED" });
    expect(row["next_retry_at"]).toBeGreaterThan(stage.clock.now());
    return row;
  };

  test("if the answer has no result for it, while the others end", async () => {
    expect(await kept(([, second]) => [accepted(second)])).toMatchObject({
      status: "QUEUED",
      wait_reason: "RETRY_AT",
      retry_count: 1,
      last_result: null,
    });
  });

  test("if the answer has two results for it, which may contradict each other", async () => {
    const row = await kept(([first, second]) => [
      accepted(first),
      accepted(first),
      accepted(second),
    ]);
    expect(row).toMatchObject({ status: "QUEUED", wait_reason: "RETRY_AT" });
  });

  test("if its result has a status that this version does not know, or is final without a receipt", async () => {
    for (const changes of [{ status: "POSTPONED" }, { receiptId: null }, { status: 5 }]) {
      const row = await kept(([first, second]) => [accepted(first, changes), accepted(second)]);
      expect(row).toMatchObject({ status: "QUEUED", wait_reason: "RETRY_AT" });
    }
  });

  test("if the results are of operations that were never sent, and nothing is stored for those", async () => {
    const { stage, ids, apply } = await sentBatch(1);
    await apply(answer([accepted("somebody-else"), null, 5, {}, accepted(undefined)]));
    expect(await stage.operation(ids[0] ?? "")).toMatchObject({ status: "QUEUED" });
    expect(await stage.rows("select * from sync_receipt")).toEqual([]);
  });

  test("if the answer has another format", async () => {
    for (const data of [null, [], 5, "text", {}, { results: {} }, { results: null }]) {
      const { stage, ids, apply } = await sentBatch(1);
      await apply(data);
      expect(await stage.operation(ids[0] ?? "")).toMatchObject({ status: "QUEUED" });
    }
  });

  test.each([
    ["SCOPE_LOCKED", { status: "SCOPE_LOCKED", rejectionCode: "SCOPE_PAUSED" }],
    ["DEPENDENCY", { status: "REFETCH_REQUIRED", rejectionCode: "DEPENDENCY_PENDING" }],
    ["MEDIA", { status: "REFETCH_REQUIRED", rejectionCode: "MEDIA_PENDING" }],
    ["MEDIA", { status: "REFETCH_REQUIRED", rejectionCode: "UPLOAD_EXPIRED" }],
    ["VERSION", { status: "REFETCH_REQUIRED", rejectionCode: "OPERATION_VERSION_UNSUPPORTED" }],
    ["VERSION", { status: "REFETCH_REQUIRED", rejectionCode: "OPERATION_UNKNOWN" }],
    ["RETRY_AT", { status: "REFETCH_REQUIRED", rejectionCode: "TEMPORARILY_UNPROCESSED" }],
    [
      "MEDIA",
      { status: "REFETCH_REQUIRED", rejectionCode: "NEW_CODE", category: "UPLOAD_EXPIRED" },
    ],
    [
      "RETRY_AT",
      { status: "REFETCH_REQUIRED", rejectionCode: "NEW_CODE", category: "NEW_CATEGORY" },
    ],
    [
      "RETRY_AT",
      { status: "REJECTED", rejectionCode: "CHECKSUM_MISMATCH", allowedResolutions: ["RETRY"] },
    ],
    [
      "RETRY_AT",
      {
        status: "REJECTED",
        receiptId: "a-receipt",
        rejectionCode: "CHECKSUM_MISMATCH",
        allowedResolutions: ["RETRY"],
      },
    ],
  ])("and waits for %s if the server says %j", async (reason, changes) => {
    const row = await kept(([first, second]) => [
      accepted(first, { receiptId: null, ...changes }),
      accepted(second),
    ]);
    expect(row).toMatchObject({ status: "QUEUED", wait_reason: reason });
    expect(row["last_result"]).toBeInstanceOf(Uint8Array);
  });

  test("as long as the server asks, at least a minute otherwise, at most a quarter of an hour", async () => {
    const waitOf = async (changes: object) => {
      const { stage, ids, apply } = await sentBatch(1);
      await apply(
        answer([accepted(ids[0], { status: "REFETCH_REQUIRED", receiptId: null, ...changes })]),
      );
      return Number((await stage.operation(ids[0] ?? ""))["next_retry_at"]) - stage.clock.now();
    };
    expect(await waitOf({ retryAfterSeconds: 600 })).toBe(600_000);
    expect(await waitOf({})).toBe(60_000);
    expect(await waitOf({ retryAfterSeconds: 86_400 })).toBe(15 * 60_000);
    expect(await waitOf({ retryAfterSeconds: -5 })).toBe(60_000);
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

test("the paths to fetch again are stored with the answer, each once, until they were fetched", async () => {
  const { stage, scopeId, ids, apply } = await sentBatch(2, "cursor-1");
  const first = hint("agenda_task", "/api/v1/client/today?date=2026-01-05");
  await apply(answer(ids.map((id) => accepted(id, { refetch: [first, first] }))));
  const saved = await hintsOf(stage.sql, scopeId);
  expect(saved.hints).toEqual([first]);
  // The same hint arrives again while the first is being fetched: it is fetched once more.
  await apply(answer([], { refetch: [first] }));
  await stage.sql.write([dropHints(scopeId, saved)]);
  const again = await hintsOf(stage.sql, scopeId);
  expect(again.hints).toEqual([first]);
  await stage.sql.write([dropHints(scopeId, again)]);
  expect((await hintsOf(stage.sql, scopeId)).hints).toEqual([]);
});

test("hints that are never fetched do not accumulate without limit", async () => {
  const { stage, scopeId, apply } = await sentBatch(0, "cursor-1");
  for (let day = 0; day < 400; day += 1) {
    const path = `/api/v1/client/today?date=${day}&padding=${"p".repeat(100)}`;
    await apply(answer([], { refetch: [hint("agenda_task", path)] }));
  }
  const { hints, stored } = await hintsOf(stage.sql, scopeId);
  expect(stored?.length).toBeLessThan(40_000);
  expect(hints.at(-1)?.path).toContain("date=399");
});

test("a paused scope waits as a whole, longer each time, and its operations have no retry time of their own", async () => {
  const { stage, scopeId, ids, apply } = await sentBatch(2);
  const locked = { status: "SCOPE_LOCKED", receiptId: null, rejectionCode: "SCOPE_PAUSED" };
  await apply(
    answer(
      ids.map((id) => accepted(id, locked)),
      { scopeState: "PAUSED" },
    ),
  );
  const scope = await stage.scope(scopeId);
  expect(scope).toMatchObject({ status: "PAUSED", wait_reason: "SCOPE_LOCKED", retry_count: 1 });
  expect(scope["next_retry_at"]).toBeGreaterThanOrEqual(stage.clock.now() + 60_000);
  expect(await stage.operation(ids[0] ?? "")).toMatchObject({
    wait_reason: "SCOPE_LOCKED",
    next_retry_at: null,
  });
  await apply(
    answer(
      ids.map((id) => accepted(id)),
      { scopeState: "ACTIVE" },
    ),
  );
  expect(await stage.scope(scopeId)).toMatchObject({
    status: "ACTIVE",
    wait_reason: null,
    retry_count: 0,
    next_retry_at: null,
  });
});

test("a state of the scope that this version does not know changes nothing", async () => {
  const { stage, scopeId, ids, apply } = await sentBatch(1);
  await apply(answer([accepted(ids[0])], { scopeState: "HIBERNATING" }));
  expect(await stage.scope(scopeId)).toMatchObject({ status: "ACTIVE", accepted: 1 });
});
