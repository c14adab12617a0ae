import { describe, expect, test } from "@jest/globals";
import { dropHints, hintsOf } from "../../../device/lanes/verdicts/keep-hints.ts";
import { accepted, answer, hint, sentBatch } from "../../factories/device/sent-batch.ts";

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
  ])("waiting for %s if the server says %j", async (reason, changes) => {
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
