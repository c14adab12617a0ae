import { expect, test } from "@jest/globals";
import type { Form, Forms } from "../../device/forms/types.ts";
import type { FormAnswers } from "../../device/wire/form-types.ts";
import { makeAnswerWriter } from "../../phone/forms/answer-writer.ts";
import { memoryForms } from "./preview/memory-forms.ts";

/** A form in memory that other pages write too, and a page that shows it. */
async function built() {
  const empty = await memoryForms(() => {}).form({ formAssignmentId: "form" });
  if (empty === null) throw new Error("There is no form");
  const state: Written = { version: 1, answers: {}, writtenAt: null };
  const shown: FormAnswers[] = [];
  const present = (): Form => ({ ...empty, ...state, version: String(state.version) });
  const change = (answers: FormAnswers, writtenAt: number) =>
    Object.assign(state, { version: state.version + 1, answers, writtenAt });
  const write: Forms["write"] = async ({ answers, seenVersion }) => {
    await Promise.resolve();
    if (seenVersion !== String(state.version)) return { kind: "STALE", form: present() };
    change(answers, 1_000);
    return { kind: "WRITTEN", version: String(state.version) };
  };
  const writer = makeAnswerWriter({ write }, present(), (answers) => shown.push(answers));
  return { state, shown, change, writer };
}

interface Written {
  readonly version: number;
  readonly answers: FormAnswers;
  readonly writtenAt: number | null;
}

test("What a person types faster than it is stored is stored whole, although each write changes the version", async () => {
  const { state, shown, writer } = await built();
  const outcomes = await Promise.all([
    writer.write("goal", { answer: "R", typedAt: 1 }),
    writer.write("goal", { answer: "Run", typedAt: 2 }),
    writer.write("height", { answer: 172, typedAt: 3 }),
  ]);
  await writer.settled();

  expect(outcomes).toEqual(["WRITTEN", "WRITTEN", "WRITTEN"]);
  expect(state.answers).toEqual({ goal: "Run", height: 172 });
  expect(shown).toEqual([]);
});

test("An answer typed after those of another page joins them, and one typed before gives way and is not written", async () => {
  const { state, shown, change, writer } = await built();
  change({ goal: "Swim", height: 170 }, 500);

  const older = await writer.write("goal", { answer: "Run", typedAt: 400 });
  const kept = state.answers;
  change({ goal: "Swim", height: 171 }, 600);
  const newer = await writer.write("goal", { answer: "Ride", typedAt: 700 });

  expect([older, newer]).toEqual(["STALE", "WRITTEN"]);
  expect(kept).toEqual({ goal: "Swim", height: 170 });
  expect(state.answers).toEqual({ goal: "Ride", height: 171 });
  expect(shown).toEqual([kept, { goal: "Ride", height: 171 }]);
});

test("An answer is written although the draft was saved meanwhile, because the answers are the same", async () => {
  const { state, change, writer } = await built();
  change({}, 900);

  expect(await writer.write("goal", { answer: "Run", typedAt: 100 })).toBe("WRITTEN");
  expect(state.answers).toEqual({ goal: "Run" });
});
