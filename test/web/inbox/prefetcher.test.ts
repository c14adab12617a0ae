import { describe, expect, test } from "@jest/globals";
import { type PrefetchRow, openPrefetcher } from "../../../web/inbox/prefetch/prefetcher.ts";

const rowsOf = (count: number, updatedAt = "1"): readonly PrefetchRow[] =>
  Array.from({ length: count }, (_, index) => ({ taskId: `t${index}`, updatedAt }));

/** A browser that is idle when a test says so, and a server that answers when a test says so. */
function stage({ kept = [] }: { readonly kept?: readonly string[] } = {}) {
  const idle = new Set<() => void>();
  const open = new Map<string, (outcome: "DONE" | "LATER") => void>();
  const asked: string[] = [];
  const dropped: string[] = [];
  let now = 0;
  let listed: readonly PrefetchRow[] = [];
  const prefetcher = openPrefetcher({
    isKept: ({ taskId }) => kept.includes(taskId),
    load: async (taskId) => {
      asked.push(taskId);
      return await new Promise((resolve) => open.set(taskId, resolve));
    },
    listed: () => new Set(listed.map(({ taskId }) => taskId)),
    drop: (taskId) => dropped.push(taskId),
    whenIdle(run) {
      idle.add(run);
      return () => idle.delete(run);
    },
    now: () => now,
  });
  const beIdle = () => {
    const due = [...idle];
    idle.clear();
    for (const run of due) run();
  };
  const answer = async (outcome: "DONE" | "LATER" = "DONE") => {
    const answered = [...open.values()];
    open.clear();
    for (const resolve of answered) resolve(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    asked,
    dropped,
    beIdle,
    answer,
    open,
    stop: prefetcher.stop,
    want(rows: readonly PrefetchRow[], all = rows) {
      listed = all;
      prefetcher.want(rows);
    },
    passTime: (milliseconds: number) => (now += milliseconds),
    /** Lets the browser be idle and the server answer until nothing more is asked. */
    async settle() {
      while (idle.size > 0 || open.size > 0) {
        beIdle();
        await answer();
      }
    },
  };
}

describe("the prefetch of details", () => {
  test("nothing is read before the browser is idle, and then four at a time", async () => {
    const { asked, want, beIdle, answer, open } = stage();
    want(rowsOf(9));
    expect(asked).toEqual([]);
    beIdle();
    expect(asked).toEqual(["t0", "t1", "t2", "t3"]);
    beIdle();
    expect(open.size).toBe(4);
    await answer();
    beIdle();
    expect(asked.slice(4)).toEqual(["t4", "t5", "t6", "t7"]);
  });

  test("only the first fifty rows are read, each once however often the list is drawn", async () => {
    const { asked, want, settle } = stage();
    want(rowsOf(120));
    await settle();
    want(rowsOf(120));
    await settle();
    expect(asked).toHaveLength(50);
    expect(new Set(asked).size).toBe(50);
  });

  test("a row that changed is read again, and one that the coach has opened is not", async () => {
    const { asked, want, settle } = stage({ kept: ["t0"] });
    want(rowsOf(2));
    await settle();
    expect(asked).toEqual(["t1"]);
    want(rowsOf(2, "2"));
    await settle();
    expect(asked).toEqual(["t1", "t1"]);
  });

  test("details of rows that left every list are dropped, and those of another view stay", async () => {
    const { dropped, want, settle } = stage();
    const [first, second, third] = rowsOf(3);
    if (!first || !second || !third) throw new Error("There are three rows.");
    want([first, second, third]);
    await settle();
    want([third], [first, third]);
    expect(dropped).toEqual(["t1"]);
  });

  test("after a failure that passes nothing is read for half a minute, then the row is tried again", async () => {
    const { asked, want, beIdle, answer, passTime, settle } = stage();
    want(rowsOf(1));
    beIdle();
    await answer("LATER");
    beIdle();
    want(rowsOf(1));
    beIdle();
    expect(asked).toHaveLength(1);
    passTime(30_000);
    want(rowsOf(1));
    await settle();
    expect(asked).toEqual(["t0", "t0"]);
  });

  test("a stopped prefetch begins nothing more, even if the browser is idle afterwards", async () => {
    const { asked, want, beIdle, answer, stop } = stage();
    want(rowsOf(9));
    beIdle();
    stop();
    await answer();
    beIdle();
    want(rowsOf(9));
    beIdle();
    expect(asked).toHaveLength(4);
  });
});
