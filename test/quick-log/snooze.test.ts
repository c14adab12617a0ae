import { describe, expect, test } from "@jest/globals";
import { contentOf } from "../factories/quick-log/every-kind.ts";
import {
  aTaskState,
  intents,
  NOW,
  play,
  type Step,
  verdicts,
} from "../factories/quick-log/task-state.ts";

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

describe("a snooze (docs/rooms/quick-log.md#snooze)", () => {
  test("leaves the task pending, and counts from the time of the tap", () => {
    const { state, outcomes } = play(reminder(), [put("one", 30, { recordedAt: minutes(-5) })]);
    expect(state.task).toMatchObject({
      status: "PENDING",
      revision: 2,
      snoozedUntil: minutes(25),
      snoozeCount: 1,
    });
    expect(outcomes[0]).toMatchObject({
      effects: { snooze: { from: null, to: minutes(25).toISOString(), count: 1 } },
    });
  });

  test("never passes the due time, nor the local day", () => {
    const due = play(reminder({ dueAt: minutes(20) }), [put("one", 60)]);
    expect(due.state.task.snoozedUntil).toEqual(minutes(20));
    const late = new Date("2026-01-05T23:45:00.000Z");
    const night = play(reminder(), [put("one", 60, { now: late, recordedAt: late })]);
    expect(night.state.task.snoozedUntil).toEqual(new Date("2026-01-06T00:00:00.000Z"));
  });

  test.each([
    ["a snooze that has already ended", reminder(), { recordedAt: minutes(-10) }],
    ["a snooze of an overdue task", reminder({ dueAt: NOW }), {}],
    ["a snooze to an impossible time", reminder(), { recordedAt: null }],
  ])("is accepted without effect and not counted: %s", (_title, before, change) => {
    const course = play(before, [put("one", 10, change)]);
    expect(verdicts(course)).toEqual(["PENDING"]);
    expect(course.state).toBe(before);
  });

  test("is possible three times, not a fourth; an undone one does not count", () => {
    const thrice = play(reminder(), [put("one", 10), put("two", 10), put("three", 60)]);
    expect(verdicts(play(thrice.state, [put("four", 10)]))).toEqual(["SNOOZE_LIMIT"]);
    const undo: Step = ["four", intents.undo("three")];
    const again = play(thrice.state, [undo, put("five", 30)], thrice.past);
    expect(verdicts(again)).toEqual(["PENDING", "PENDING"]);
    expect(again.state.task).toMatchObject({ snoozedUntil: minutes(30), snoozeCount: 3 });
  });

  test("is possible once if the plan says so, because the task offers only one", () => {
    const habit = aTaskState(contentOf("tickHabit"));
    expect(verdicts(play(habit, [put("one", 30), put("two", 10), put("three", 10)]))).toEqual([
      "CHOICE_NOT_OFFERED",
      "PENDING",
      "SNOOZE_LIMIT",
    ]);
  });

  test("is undone to the state before it, unless another one came after it", () => {
    const twice = play(reminder(), [put("one", 10), put("two", 60)]);
    expect(verdicts(play(twice.state, [["three", intents.undo("one")]], twice.past))).toEqual([
      "UNDO_SUPERSEDED",
    ]);
    const undone = play(twice.state, [["three", intents.undo("two")]], twice.past);
    expect(undone.state.task).toMatchObject({ snoozedUntil: minutes(10), snoozeCount: 1 });
  });

  test("is undone alone, even if another one ends at the same instant", () => {
    const due = reminder({ dueAt: minutes(20) });
    const twice = play(due, [put("one", 30), put("two", 60)]);
    const undone = play(twice.state, [["three", intents.undo("one")]], twice.past);
    expect(verdicts(undone)).toEqual(["UNDO_SUPERSEDED"]);
    const both: Step[] = [
      ["three", intents.undo("two")],
      ["four", intents.undo("one")],
    ];
    const { state, outcomes } = play(twice.state, both, twice.past);
    expect(outcomes).toMatchObject([
      { next: { task: { snoozedUntil: minutes(20), snoozeCount: 1 } } },
      { next: { task: { snoozedUntil: null, snoozeCount: 0 } } },
    ]);
    expect(state.task.status).toBe("PENDING");
  });

  test("without effect is undone without a change, so no next operation is stale because of it", () => {
    const over = play(reminder(), [put("one", 10, { recordedAt: minutes(-10) })]);
    const undone = play(over.state, [["two", intents.undo("one")]], over.past);
    expect(undone.state).toEqual(over.state);
    expect(undone.outcomes).toMatchObject([{ undoes: { receiptId: "one" } }]);
    const again = play(undone.state, [["three", intents.undo("one")]], undone.past);
    expect(verdicts(again)).toEqual(["ALREADY_UNDONE"]);
  });

  test("on a closed day changes nothing, and is no evidence", () => {
    const closed = { ...reminder({ status: "MISSED" }), dayClosedAt: minutes(60) };
    const course = play(closed, [put("one", 60, { now: minutes(61), recordedAt: minutes(59) })]);
    expect(verdicts(course)).toEqual(["MISSED"]);
    expect(course.state).toBe(closed);
  });

  test("of a finished task is refused, and is compatible with another phone's ticks", () => {
    expect(verdicts(play(reminder({ status: "COMPLETED" }), [put("one", 10)]))).toEqual([
      "TASK_CLOSED",
    ]);
    const ticked = play(aTaskState(contentOf("tickHabit")), [
      ["one", intents.completeItem("a"), { lineageId: "lineage-other" }],
    ]);
    const stale = play(ticked.state, [put("two", 10, { expectedRevision: 1 })]);
    expect(stale.outcomes[0]).toMatchObject({ code: "STALE_REVISION", rebaseable: true });
  });
});

function reminder(change: Parameters<typeof aTaskState>[1] = {}) {
  return aTaskState(contentOf("reminder"), change);
}

function put(name: string, by: number, change: Step[2] = {}): Step {
  return [name, intents.snooze(by), change];
}
