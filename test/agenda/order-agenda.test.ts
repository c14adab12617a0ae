import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type AgendaMoment,
  compareTasks,
  isOpen,
  orderAgenda,
  type OrderedTask,
  reorderMsOf,
} from "../../contract/agenda/order-agenda.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";

const HALF_HOUR_MS = 30 * 60_000;
const KEYS = ["a", "b", "c", "d"] as const;

const anInstant = fc.option(
  fc.integer({ min: 0, max: 8 }).map((half) => new Date(half * HALF_HOUR_MS).toISOString()),
);
const aTask: fc.Arbitrary<OrderedTask> = fc.record({
  taskId: fc.uuid(),
  status: fc.constantFrom(...TASK_STATUSES, "PENDING", "PENDING"),
  timeCritical: fc.boolean(),
  startsAt: anInstant,
  dueAt: anInstant,
  priority: fc.integer({ min: 0, max: 2 }),
  sortKey: fc.constantFrom("a", "b"),
  sourceKey: fc.constantFrom(...KEYS),
  dependsOnSourceKey: fc.option(fc.constantFrom(...KEYS)),
});
const tasksOf = fc.uniqueArray(aTask, { maxLength: 9, selector: ({ taskId }) => taskId });

/** Tasks, an instant, and perhaps one of them pinned. */
const anAgenda = tasksOf.chain((tasks) =>
  fc.record({
    tasks: fc.constant(tasks),
    shuffled: fc.shuffledSubarray(tasks, { minLength: tasks.length }),
    moment: fc.record({
      nowMs: fc.integer({ min: -4 * HALF_HOUR_MS, max: 9 * HALF_HOUR_MS }),
      pinnedTaskId: fc.constantFrom(null, ...tasks.map(({ taskId }) => taskId)),
    }),
  }),
);

const idsOf = (tasks: readonly OrderedTask[]) => tasks.map(({ taskId }) => taskId);

const at = (time: string) => `2026-01-05T${time}:00.000Z`;
const noon: AgendaMoment = { nowMs: Date.parse(at("12:00")), pinnedTaskId: null };

describe("The order of two tasks", () => {
  test("is total and antisymmetric: two are equal only if they are the same task", () => {
    fc.assert(
      fc.property(aTask, aTask, fc.integer({ min: 0, max: 5 }), (one, other, half) => {
        const moment = { nowMs: half * HALF_HOUR_MS, pinnedTaskId: other.taskId };
        const there = Math.sign(compareTasks(one, other, moment));
        expect(Math.sign(compareTasks(other, one, moment)) + there).toBe(0);
        expect(there === 0).toBe(one.taskId === other.taskId);
        expect(compareTasks(one, one, moment)).toBe(0);
      }),
    );
  });

  test("is transitive", () => {
    fc.assert(
      fc.property(fc.tuple(aTask, aTask, aTask), fc.integer({ min: 0, max: 5 }), (some, half) => {
        const moment = { nowMs: half * HALF_HOUR_MS, pinnedTaskId: some[1].taskId };
        const [first, second, third] = some.toSorted((left, right) =>
          compareTasks(left, right, moment),
        );
        if (!first || !second || !third) throw new Error("Expected three tasks");
        expect(compareTasks(first, second, moment)).toBeLessThanOrEqual(0);
        expect(compareTasks(second, third, moment)).toBeLessThanOrEqual(0);
        expect(compareTasks(first, third, moment)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe("The order of an agenda", () => {
  test("is independent of the order of rows and omits none", () => {
    fc.assert(
      fc.property(anAgenda, ({ tasks, shuffled, moment }) => {
        const ordered = orderAgenda(tasks, moment);
        expect(orderAgenda(shuffled, moment)).toEqual(ordered);
        expect(idsOf(ordered).toSorted()).toEqual(idsOf(tasks).toSorted());
      }),
    );
  });

  test("is that of each pair if no task depends on another", () => {
    fc.assert(
      fc.property(anAgenda, ({ tasks, moment }) => {
        const free = tasks.map((each) => ({ ...each, dependsOnSourceKey: null }));
        const sorted = free.toSorted((one, other) => compareTasks(one, other, moment));
        expect(orderAgenda(free, moment)).toEqual(sorted);
      }),
    );
  });

  test("puts the prerequisite of an open task before it while open, unless there is a cycle", () => {
    fc.assert(
      fc.property(anAgenda, ({ tasks, moment }) => {
        // Depends only on keys before its own, so there is no cycle.
        const acyclic = tasks.map((each) => {
          const needed = each.dependsOnSourceKey;
          return { ...each, dependsOnSourceKey: (needed ?? "z") < each.sourceKey ? needed : null };
        });
        const ordered = orderAgenda(acyclic, moment).filter(({ status }) => isOpen(status));
        for (const [place, one] of ordered.entries()) {
          const later = ordered.slice(place + 1).map(({ sourceKey }) => sourceKey);
          expect(later).not.toContain(one.dependsOnSourceKey);
        }
      }),
    );
  });

  test("is urgency, pin, scheduled time, priority, then sort key and id; done tasks are last", () => {
    const tasks = [
      task("done", { status: "COMPLETED", dueAt: at("08:00") }),
      task("sometime"),
      task("b", { sortKey: "1", priority: 5 }),
      task("a", { sortKey: "1", priority: 5 }),
      task("c", { sortKey: "0", priority: 5 }),
      task("evening", { startsAt: at("18:00"), dueAt: at("19:00") }),
      task("morning", { dueAt: at("08:00"), status: "IN_PROGRESS" }),
      task("pinned"),
      task("critical", { timeCritical: true, dueAt: at("13:00") }),
      task("critical later", { timeCritical: true, dueAt: at("13:01") }),
    ];
    const ordered = orderAgenda(tasks, { ...noon, pinnedTaskId: "pinned" });
    const open = ["critical", "pinned", "morning", "critical later", "evening"];
    expect(idsOf(ordered)).toEqual([...open, "c", "a", "b", "sometime", "done"]);
  });

  test("moves prerequisites up to their dependants, and terminates in a cycle", () => {
    const tasks = [
      task("first", { dueAt: at("13:00") }),
      task("needed", { dueAt: at("20:00") }),
      task("urgent", { dueAt: at("12:30"), timeCritical: true, dependsOnSourceKey: "needed" }),
    ];
    expect(idsOf(orderAgenda(tasks, noon))).toEqual(["needed", "urgent", "first"]);
    const [first, needed, urgent] = tasks;
    if (!first || !needed || !urgent) throw new Error("Expected three tasks");
    const done = { ...needed, status: "COMPLETED" } as const;
    expect(idsOf(orderAgenda([first, done, urgent], noon))).toEqual(["urgent", "first", "needed"]);
    const circle = [
      task("one", { sortKey: "1", dependsOnSourceKey: "two" }),
      task("two", { sortKey: "2", dependsOnSourceKey: "one" }),
      task("self", { sortKey: "3", dependsOnSourceKey: "self" }),
    ];
    expect(idsOf(orderAgenda(circle, noon))).toEqual(["two", "one", "self"]);
  });
});

describe("The instant of the next order", () => {
  test("is the first at which the order changes, or null if it never does", () => {
    fc.assert(
      fc.property(
        anAgenda,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ tasks, moment }, part) => {
          const orderAt = (nowMs: number) => idsOf(orderAgenda(tasks, { ...moment, nowMs }));
          const present = orderAt(moment.nowMs);
          const reorderMs = reorderMsOf(tasks, moment);
          const until = reorderMs ?? moment.nowMs + 48 * HALF_HOUR_MS;
          const between = moment.nowMs + Math.floor(part * (until - 1 - moment.nowMs));
          expect(orderAt(between)).toEqual(present);
          expect(orderAt(until - 1)).toEqual(present);
          if (reorderMs === null) return;
          expect(reorderMs).toBeGreaterThan(moment.nowMs);
          expect(orderAt(reorderMs)).not.toEqual(present);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("is an hour before a time-critical task is due, unless it is first anyway", () => {
    const critical = task("critical", { timeCritical: true, dueAt: at("15:00") });
    const early = task("early", { dueAt: at("11:00") });
    expect(reorderMsOf([critical, early], noon)).toBe(Date.parse(at("14:00")));
    expect(reorderMsOf([critical], noon)).toBeNull();
    expect(reorderMsOf([{ ...critical, status: "COMPLETED" }, early], noon)).toBeNull();
  });
});

function task(taskId: string, parts: Partial<OrderedTask> = {}): OrderedTask {
  return {
    taskId,
    status: "PENDING",
    timeCritical: false,
    startsAt: null,
    dueAt: null,
    priority: 0,
    sortKey: "",
    sourceKey: taskId,
    dependsOnSourceKey: null,
    ...parts,
  };
}
