import { describe, expect, test } from "@jest/globals";
import type { InputValues } from "../../contract/agenda/schema.ts";
import { contentOf } from "../factories/quick-log/every-kind.ts";
import { aTaskState, intents, play, verdicts } from "../factories/quick-log/task-state.ts";

const before = aTaskState(contentOf("tickHabit"));

describe("an item that needs an input (docs/rooms/quick-log.md#inputs)", () => {
  test("is ticked with its required input, which it keeps until the undo", () => {
    const values = { minutes: 20, side: "left", felt: "Good.", pain: false };
    const course = play(before, [["one", intents.completeItem("b", values)]]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS"]);
    expect(course.state.items[1]).toMatchObject({ status: "COMPLETED", inputValues: values });
    expect(course.outcomes[0]).toMatchObject({ effects: { items: [{ itemId: "b", values }] } });
    const undone = play(course.state, [["two", intents.undo("one")]], course.past);
    expect(undone.state.items[1]).toMatchObject({ status: "PENDING", inputValues: null });
  });

  test.each([
    ["nothing", undefined, "INPUT_REQUIRED"],
    ["without the required input", { side: "left" }, "INPUT_REQUIRED"],
    ["a number of another type", { minutes: "20" }, "VALUE_TYPE_MISMATCH"],
    ["a number out of range", { minutes: 61 }, "VALUE_OUT_OF_RANGE"],
    ["a number too precise", { minutes: 1.00001 }, "VALUE_TOO_PRECISE"],
    ["a choice that is not offered", { minutes: 20, side: "top" }, "CHOICE_NOT_OFFERED"],
    ["a choice that is a number", { minutes: 20, side: 1 }, "VALUE_TYPE_MISMATCH"],
    ["an input that is not a text", { minutes: 20, felt: true }, "VALUE_TYPE_MISMATCH"],
    ["an input that is not a boolean", { minutes: 20, pain: "no" }, "VALUE_TYPE_MISMATCH"],
    ["an unknown input", { minutes: 20, mood: 5 }, "PAYLOAD_INVALID"],
    ["a name that every object inherits", { minutes: 20, toString: 5 }, "PAYLOAD_INVALID"],
  ])("%s", (_title, values, code) => {
    expect(tick(values)).toBe(code);
  });

  test("refuses an input if it needs none", () => {
    const steps = play(before, [["one", intents.completeItem("a", { minutes: 20 })]]);
    expect(verdicts(steps)).toEqual(["PAYLOAD_INVALID"]);
  });
});

describe("complete-all", () => {
  test("leaves an item whose input is missing, and ticks it if the input is sent", () => {
    const without = play(before, [["one", intents.completeAll()]]);
    expect(verdicts(without)).toEqual(["IN_PROGRESS"]);
    expect(without.state.items.map(({ status }) => status)).toEqual(["COMPLETED", "PENDING"]);
    expect(verdicts(play(without.state, [["two", intents.completeAll()]]))).toEqual([
      "INPUT_REQUIRED",
    ]);
    const values = { b: { minutes: 20 } };
    expect(verdicts(play(before, [["one", intents.completeAll({ values })]]))).toEqual([
      "COMPLETED",
    ]);
  });

  test.each([
    ["a value out of range", { b: { minutes: 61 } }, "VALUE_OUT_OF_RANGE"],
    ["an unknown item", { c: { minutes: 20 } }, "PAYLOAD_INVALID"],
    ["an input that the item does not need", { a: { minutes: 20 } }, "PAYLOAD_INVALID"],
  ])("is refused with %s", (_title, values, code) => {
    expect(verdicts(play(before, [["one", intents.completeAll({ values })]]))).toEqual([code]);
  });
});

function tick(values?: InputValues) {
  return verdicts(play(before, [["one", intents.completeItem("b", values)]]))[0];
}
