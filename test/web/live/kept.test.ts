import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import { forgetClient, keepsClient } from "../../../web/live/kept/drop-kept.ts";
import { KEPT_MS, dropOld, watchKept } from "../../../web/live/kept/watch-kept.ts";

const NOW = Date.parse("2026-11-27T08:00:00Z");
const taskOf = (relationshipId: string) => ({ client: { relationshipId } });
const keysOf = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => queryKey.join("/"));

function kept(): QueryClient {
  const queries = new QueryClient();
  const put = (key: readonly string[], data: unknown) =>
    queries.setQueryData(key, data, { updatedAt: NOW });
  put(["me"], {});
  put(["inbox", "w", "list", "all"], { pages: [] });
  put(["inbox", "w", "task", "t1"], taskOf("ana"));
  put(["inbox", "w", "task", "t2"], taskOf("ben"));
  put(["client", "ana", "relationship"], {});
  put(["client", "ana", "summary"], {});
  put(["client", "ben", "relationship"], {});
  put(["media", "m1"], {});
  return queries;
}

/** Reads a query anew, as a page does; the server refuses. */
async function refuse(queries: QueryClient, queryKey: readonly string[], status: number) {
  const refusal = new Problem({ code: "ANY", status, requestId: null });
  await queries
    .query({ queryKey, queryFn: () => Promise.reject(refusal), retry: false, staleTime: 0 })
    .catch(() => null);
}

function watch(queries: QueryClient) {
  let asked = 0;
  const minutes: (() => void)[] = [];
  let now = NOW;
  watchKept({
    queries,
    workspaceId: "w",
    now: () => now,
    everyMinute(run) {
      minutes.push(run);
      return () => undefined;
    },
    askMe: () => (asked += 1),
  });
  return {
    asked: () => asked,
    passTime(milliseconds: number) {
      now += milliseconds;
      for (const run of minutes) run();
    },
  };
}

describe("what a tab has read", () => {
  test("a client who is gone takes along their pages, the details of their tasks, and files", () => {
    const queries = kept();
    expect([keepsClient(queries, "ana"), keepsClient(queries, "cleo")]).toEqual([true, true]);
    forgetClient(queries, "ana");
    expect(keysOf(queries)).toEqual([
      "me",
      "inbox/w/list/all",
      "inbox/w/task/t2",
      "client/ben/relationship",
    ]);
    expect([keepsClient(queries, "ana"), keepsClient(queries, "ben")]).toEqual([false, true]);
  });

  test("a read that is refused drops what an earlier one returned, and one that fails for a while keeps it", async () => {
    const queries = kept();
    watch(queries);
    await refuse(queries, ["inbox", "w", "task", "t1"], 503);
    expect(keysOf(queries)).toContain("inbox/w/task/t1");
    await refuse(queries, ["inbox", "w", "task", "t1"], 404);
    expect(keysOf(queries)).not.toContain("inbox/w/task/t1");
    expect(keysOf(queries)).toContain("inbox/w/task/t2");
  });

  test("the refused read of a client drops everything about them", async () => {
    const queries = kept();
    watch(queries);
    await refuse(queries, ["client", "ana", "relationship"], 404);
    expect(keysOf(queries).filter((key) => /ana|t1|media/.test(key))).toEqual([]);
  });

  test("a workspace that refuses its counts has the caller looked up again, and nothing else does", async () => {
    const queries = kept();
    const { asked } = watch(queries);
    await refuse(queries, ["client", "ben", "relationship"], 404);
    await refuse(queries, ["overview", "w"], 503);
    expect(asked()).toBe(0);
    await refuse(queries, ["overview", "w"], 404);
    expect(asked()).toBe(1);
  });

  test("after twelve hours by the clock everything is dropped but the caller, and not a minute earlier", () => {
    const queries = kept();
    const { passTime } = watch(queries);
    passTime(KEPT_MS - 60_000);
    expect(keysOf(queries)).toHaveLength(8);
    passTime(60_000);
    expect(keysOf(queries)).toEqual(["me"]);
  });

  test("a clock that is set back drops what then seems to come from the future", () => {
    const queries = kept();
    dropOld(queries, NOW - 30_000);
    expect(keysOf(queries)).toHaveLength(8);
    dropOld(queries, NOW - 3_600_000);
    expect(keysOf(queries)).toEqual(["me"]);
  });
});
