import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countedEntries, otherValues } from "../../rules/agenda/day-value.ts";
import { newestValueAfter, storedNewestValue } from "../../rules/quick-log/newest-value.ts";
import type { TaskChange, TaskState } from "../../rules/quick-log/types.ts";
import type { Refused } from "../../rules/sync/decision.ts";
import {
  aTaskState,
  type Course,
  intents,
  NOW,
  play,
  type Step,
  taskPlans,
} from "../factories/quick-log/task-state.ts";

const minuteOf = (minute: number) => new Date(NOW.getTime() + minute * 60_000);

const move = fc.record({
  kind: fc.constantFrom(...Array.from({ length: 8 }, () => "VALUE"), "UNDO", "UNDO", "SKIP"),
  /** Minutes after the start and one for each act before. */
  minute: fc.nat({ max: 3 }),
  value: fc.constantFrom(100, 250, 500),
  phone: fc.constantFrom("lineage-one", "lineage-two"),
  /** Picks the former act that an undo names. */
  which: fc.nat({ max: 30 }),
  /** Its receipt is older than those of all acts so far, as that of an operation that was deferred. */
  deferred: fc.constantFrom(false, false, false, false, false, true),
});
type Move = typeof move extends fc.Arbitrary<infer Drawn> ? Drawn : never;
const moves = fc.array(move, { minLength: 1, maxLength: 20 });

describe.each(["water", "steps"] as const)(
  "the newest value in the row of a task of %s",
  (name) => {
    test("gives each act the result that all values of the task give", () => {
      let known = 0;
      fc.assert(
        fc.property(moves, (drawn) => {
          let course: Course = play(aTaskState(taskPlans[name]), []);
          const names: string[] = [];
          for (const [index, each] of drawn.entries()) {
            const step = stepOf(each, { metric: name, index, names });
            const byRow = stateByRow(course.state, step);
            const next = play(course.state, [step], course.past);
            if (byRow !== null) {
              known += 1;
              const found = play(byRow, [step], course.past);
              expect(effectOf(found)).toEqual(effectOf(next));
            }
            course = { ...next, state: asStored(next.state) };
            names.push(step[0]);
          }
        }),
        { numRuns: 300 },
      );
      expect(known).toBeGreaterThan(100);
    });

    test("is the last accepted of its values in force, or unknown", () => {
      fc.assert(
        fc.property(moves, (drawn) => {
          let course: Course = play(aTaskState(taskPlans[name]), []);
          const names: string[] = [];
          for (const [index, each] of drawn.entries()) {
            const step = stepOf(each, { metric: name, index, names });
            const next = play(course.state, [step], course.past);
            course = { ...next, state: asStored(next.state) };
            names.push(step[0]);
            const { newestValueId } = course.state.task;
            const inForce = countedEntries(course.state.values);
            if (newestValueId === null) continue;
            expect(newestValueId).toBe(inForce.at(-1)?.id);
            const instants = inForce.map(({ recordedAt }) => recordedAt.getTime());
            expect(instants).toEqual(instants.toSorted((one, other) => one - other));
          }
        }),
        { numRuns: 300 },
      );
    });
  },
);

describe("the newest value of a task is unknown", () => {
  const drunk = (id: string, minute: number): Step => [id, intents.water(100, minuteOf(minute))];
  const after = (...steps: readonly Step[]) => play(aTaskState(taskPlans.water), steps).state;

  test("once a value was recorded before the one that was accepted before it, until one of both is undone", () => {
    const { task } = after(drunk("a", 2), drunk("b", 1));
    expect(task.newestValueId).toBeNull();
    const back = after(drunk("a", 2), drunk("b", 1), ["c", intents.undo("a")]);
    expect(back.task.newestValueId).toBe("b");
  });

  test("once a receipt is older than that of the value before it", () => {
    expect(after(drunk("b", 1), drunk("a", 2)).task.newestValueId).toBeNull();
  });

  test("at any other revision than the one at which it was named", () => {
    const { task } = after(drunk("a", 1));
    expect(storedNewestValue(task, [])).toMatchObject({ id: "a", value: 100 });
    expect(storedNewestValue({ ...task, revision: task.revision + 1 }, [])).toBeNull();
  });

  test("for an instant that is not after the last one, which may be its own phone's", () => {
    const { task } = after(drunk("a", 1));
    const at = (minute: number) => [minuteOf(minute).toISOString()];
    expect([0, 1, 2].map((minute) => storedNewestValue(task, at(minute))?.id)).toEqual([
      undefined,
      undefined,
      "a",
    ]);
  });

  test("as long as an import replaces it", () => {
    const { task } = after(drunk("a", 1));
    const { value } = task.completionSummary;
    if (value === null) throw new Error("There is no value");
    const imported = { entryId: "i", sourceType: "APPLE_HEALTH", manual: value } as const;
    const completionSummary = { ...task.completionSummary, value: { ...value, imported } };
    expect(storedNewestValue({ ...task, completionSummary }, [])).toBeNull();
  });

  test("if other values are not loaded and the row did not know it", () => {
    const state = after(drunk("a", 1), drunk("b", 2));
    const newest = state.values.slice(-1);
    const others = { count: 1, sum: 100 };
    const unknown = { ...state.task, newestValueId: null };
    const values = [...newest, ...after(drunk("c", 3)).values];
    expect(newestValueAfter({ task: state.task, values, otherValues: others })).toBe("c");
    expect(newestValueAfter({ task: unknown, values, otherValues: others })).toBeNull();
  });
});

function stepOf(
  { kind, minute, value, phone, which, deferred }: Move,
  {
    metric,
    index,
    names,
  }: {
    readonly metric: "water" | "steps";
    readonly index: number;
    readonly names: readonly string[];
  },
): Step {
  const id = `${deferred ? "a" : "b"}${String(deferred ? 99 - index : index).padStart(2, "0")}`;
  const change = { lineageId: phone };
  if (kind === "SKIP") return [id, intents.skip(), change];
  if (kind === "UNDO")
    return [id, intents.undo(names[which % Math.max(1, names.length)] ?? "none"), change];
  return [id, intents[metric](value, minuteOf(index + minute)), change];
}

/** The state as admission has it without reading values; null if it must read them. */
function stateByRow(state: TaskState, [, intent]: Step): TaskState | null {
  if (intent.actionKind === "UNDO") return null;
  const moments = intent.actionKind === "RECORD_VALUE" ? [intent.payload.recordedAt] : [];
  const newest = storedNewestValue(state.task, moments);
  if (newest === null) return null;
  const { value } = state.task.completionSummary;
  return { ...state, values: [newest], otherValues: otherValues(value, [newest]) };
}

/** The values in the order in which they are read: by their receipts. */
function asStored(state: TaskState): TaskState {
  return { ...state, values: state.values.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
}

function effectOf({ outcomes }: Course) {
  const outcome: TaskChange | Refused | undefined = outcomes.at(-1);
  if (outcome === undefined || "code" in outcome) return outcome?.code;
  const { next, newValue, effects } = outcome;
  return { task: next.task, newValue, effects };
}
