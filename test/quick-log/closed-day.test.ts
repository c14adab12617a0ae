import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { closeTask } from "../../rules/agenda/closing/close-task.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import {
  aTaskState,
  intents,
  NOW,
  play,
  type Step,
  taskPlans,
  verdicts,
} from "../factories/quick-log/task-state.ts";
import { CHECK_IN_ACTIONS } from "../factories/quick-log/structured-task.ts";

const CLOSED_AT = new Date(NOW.getTime() + 3_600_000);
const BEFORE = { recordedAt: NOW, now: new Date(CLOSED_AT.getTime() + 60_000) };
const AFTER = { ...BEFORE, recordedAt: CLOSED_AT };
/** A task that is completed on its own screen. */
const STRUCTURED = { actionSchema: CHECK_IN_ACTIONS };

describe("evidence on a closed day", () => {
  test.each([
    ["a habit", taskPlans.habit, intents.completeTask, "COMPLETED"],
    ["a value", taskPlans.water, intents.water(250), "COMPLETED"],
    ["a skip", taskPlans.habit, intents.skip(), "SKIPPED"],
    ["the first of two items", taskPlans.meal, intents.completeItem("a"), "MISSED"],
  ])("of %s is accepted if it was recorded before the close", (_name, plan, intent, status) => {
    const course = play(closed(aTaskState(plan)), [["late", intent, BEFORE]]);
    expect(verdicts(course)).toEqual([status]);
    expect(course.state.task).toMatchObject({
      lateEvidence: true,
      revision: 3,
      foreignRevision: 3,
    });
  });

  test.each([
    ["missed", closed(aTaskState(taskPlans.habit)), intents.completeTask],
    [
      "completed by the close",
      closed(play(aTaskState(taskPlans.water), [["on time", intents.water(250)]]).state),
      intents.water(100, CLOSED_AT),
    ],
  ])("recorded at the close or later is refused for a task that was %s", (_name, state, intent) => {
    expect(verdicts(play(state, [["late", intent, AFTER]]))).toEqual(["TASK_CLOSED"]);
    const { outcomes } = play(state, [["late", intent, AFTER]]);
    expect(outcomes).toMatchObject([{ latestRevision: state.task.revision }]);
  });

  test("without a known recording time is no evidence", () => {
    const course = play(closed(aTaskState(taskPlans.habit)), [
      ["late", intents.completeTask, { ...BEFORE, recordedAt: null }],
    ]);
    expect(verdicts(course)).toEqual(["TASK_CLOSED"]);
  });

  test("adds to a metric that the close completed", () => {
    const onTime = play(aTaskState(taskPlans.water), [["on time", intents.water(250)]]).state;
    const later = new Date(NOW.getTime() + 1_000);
    const course = play(closed(onTime), [["late", intents.water(100, later), BEFORE]]);
    expect(verdicts(course)).toEqual(["COMPLETED"]);
    expect(course.state.task.completionSummary.value?.current).toBe(350);
  });

  test("does not change a task that the client had finished", () => {
    const done = play(aTaskState(taskPlans.habit), [["on time", intents.completeTask]]).state;
    expect(verdicts(play(closed(done), [["late", intents.skip(), BEFORE]]))).toEqual([
      "TASK_CLOSED",
    ]);
  });

  test("is accepted for five late operations of a phone that knows revision 1", () => {
    const steps = [1, 2, 3, 4, 5].map((minute): Step => {
      const recordedAt = new Date(NOW.getTime() + minute);
      return [`sip ${minute}`, intents.water(100, recordedAt), { ...BEFORE, expectedRevision: 1 }];
    });
    const course = play(closed(aTaskState(taskPlans.water)), steps);
    expect(verdicts(course)).toEqual(Array.from({ length: 5 }, () => "COMPLETED"));
    expect(course.state.task.completionSummary.value?.current).toBe(500);
  });
});

describe("a start on a closed day", () => {
  const [structured, start] = [aTaskState(taskPlans.habit, STRUCTURED), intents.start];

  test("leaves the task missed but started in time; a repetition changes nothing", () => {
    const course = play(closed(structured), [
      ["late", start, BEFORE],
      ["again", start, BEFORE],
    ]);
    expect(verdicts(course)).toEqual(["MISSED", "MISSED"]);
    expect(course.state.task).toMatchObject({ lateEvidence: true, revision: 3 });
  });

  test("that is undone leaves no late evidence", () => {
    const course = play(closed(structured), [
      ["late", start, BEFORE],
      ["undo", intents.undo("late"), AFTER],
    ]);
    expect(verdicts(course)).toEqual(["MISSED", "MISSED"]);
    expect(course.state.task.lateEvidence).toBe(false);
  });

  test("recorded at the close or later is refused", () => {
    expect(verdicts(play(closed(structured), [["late", start, AFTER]]))).toEqual(["TASK_CLOSED"]);
  });

  test("that came in time can still be undone", () => {
    const begun = play(structured, [["one", start]]);
    const course = play(closed(begun.state), [["undo", intents.undo("one"), AFTER]], begun.past);
    expect(verdicts(course)).toEqual(["MISSED"]);
  });
});

describe("an undo after the close", () => {
  test("of a completion made in time leaves the task missed, without late evidence", () => {
    const done = play(aTaskState(taskPlans.habit), [["one", intents.completeTask]]);
    const course = play(closed(done.state), [["two", intents.undo("one"), BEFORE]], done.past);
    expect(verdicts(course)).toEqual(["MISSED"]);
    expect(course.state.task.lateEvidence).toBe(false);
  });

  test("of late evidence removes it, even if the undo was made after the close", () => {
    const course = play(closed(aTaskState(taskPlans.habit)), [
      ["late", intents.completeTask, BEFORE],
      ["undo", intents.undo("late"), AFTER],
    ]);
    expect(verdicts(course)).toEqual(["COMPLETED", "MISSED"]);
    expect(course.state.task.lateEvidence).toBe(false);
  });

  test("of a metric's only value leaves it missed, of one of two leaves it completed", () => {
    const on = play(aTaskState(taskPlans.water), [
      ["one", intents.water(250)],
      ["two", intents.water(250, new Date(NOW.getTime() + 1))],
    ]);
    const course = play(
      closed(on.state),
      [
        ["undo one", intents.undo("one"), BEFORE],
        ["undo two", intents.undo("two"), BEFORE],
      ],
      on.past,
    );
    expect(verdicts(course)).toEqual(["COMPLETED", "MISSED"]);
  });
});

const anyIntent: fc.Arbitrary<QuickLogIntent> = fc.oneof(
  fc.constantFrom<QuickLogIntent>(
    intents.completeTask,
    intents.completeItem("a"),
    intents.completeItem("b"),
    intents.completeAll(),
    intents.skip(),
    intents.skip("a"),
    intents.start,
  ),
  fc.nat({ max: 5 }).map((ms) => intents.water(100, new Date(NOW.getTime() + ms))),
  fc.nat({ max: 5 }).map((ms) => intents.steps(100, new Date(NOW.getTime() + ms))),
  fc.nat({ max: 12 }).map((step) => intents.undo(`step ${step}`)),
);

describe("no task of a closed day", () => {
  test("is ever open, whatever was done before and arrives after, on time or late", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...Object.values(taskPlans).map((plan) => aTaskState(plan)),
          aTaskState(taskPlans.habit, STRUCTURED),
        ),
        fc.array(anyIntent, { maxLength: 6 }),
        fc.array(fc.tuple(anyIntent, fc.boolean()), { maxLength: 7 }),
        (fresh, before, after) => {
          const named = before.map((intent, index): Step => [`step ${index}`, intent]);
          const course = play(fresh, named);
          let state = closed(course.state);
          let past = course.past;
          for (const [index, [intent, onTime]] of after.entries()) {
            const name = `step ${before.length + index}`;
            const next = play(state, [[name, intent, onTime ? BEFORE : AFTER]], past);
            [state, past] = [next.state, next.past];
            expect(isOpen(state.task.status)).toBe(false);
            seen.add(verdicts(next)[0] ?? "");
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(["COMPLETED", "SKIPPED", "MISSED", "TASK_CLOSED"]),
    );
  });
});

/** The task as the close of its day leaves it. */
function closed(state: TaskState): TaskState {
  const { task } = state;
  const status = closeTask(task);
  const revision = status === task.status ? task.revision : task.revision + 1;
  return { ...state, task: { ...task, status, revision }, dayClosedAt: CLOSED_AT };
}
