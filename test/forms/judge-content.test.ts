import { describe, expect, test } from "@jest/globals";
import { formContentSchema } from "../../contract/forms/content-schema.ts";
import { CONTENT_FAULTS, FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { judgeContent } from "../../rules/forms/judge-content.ts";
import { type SentQuestion, formOf, optionsOf, sectionOf } from "../factories/forms/forms.ts";

const at = (index: number, field: string) => `/sections/0/questions/${index}${field}`;
const options = optionsOf("red", "green");

describe("The id", () => {
  test("of a question is unique in the form, across sections", () => {
    const first = sectionOf({ kind: "TEXT" });
    const second = { ...sectionOf({ kind: "BOOLEAN" }), sectionId: "other" };
    expect(judgeContent(formContentSchema.parse({ sections: [first, second] }))).toEqual([
      { pointer: "/sections/1/questions/0/questionId", code: "duplicate_id" },
    ]);
  });

  test("of a section is unique", () => {
    const first = sectionOf({ kind: "TEXT" });
    const second = sectionOf({ kind: "TEXT", questionId: "other" });
    expect(judgeContent(formContentSchema.parse({ sections: [first, second] }))).toEqual([
      { pointer: "/sections/1/sectionId", code: "duplicate_id" },
    ]);
  });

  test.each(["SINGLE_CHOICE", "MULTI_CHOICE"] as const)(
    "of an option is unique in its question: %s",
    (kind) => {
      expect(faultsOf({ kind, options: optionsOf("red", "green", "red") })).toEqual([
        `${at(0, "/options/2/optionId")} duplicate_id`,
      ]);
      expect(faultsOf({ kind, options }, { kind, options })).toEqual([]);
    },
  );

  test("of a question occurs as often as a form may have questions, and no more", () => {
    const half = FORM_LIMITS.questions / 2;
    const sectionFrom = (start: number, count: number) => ({
      ...sectionOf(
        ...Array.from({ length: count }, (_, index) => ({
          kind: "TEXT" as const,
          questionId: `q_${start + index}`,
        })),
      ),
      sectionId: `s_${start}`,
    });
    const form = (count: number) =>
      formContentSchema.parse({ sections: [sectionFrom(0, half), sectionFrom(half, count)] });
    expect(judgeContent(form(half))).toEqual([]);
    expect(judgeContent(form(half + 2))).toEqual([
      { pointer: `/sections/1/questions/${half}`, code: "too_many_questions" },
    ]);
  });
});

describe("A condition", () => {
  const asks = (question: SentQuestion, operator: string, value: unknown) =>
    faultsOf(question, { kind: "TEXT", showIf: { questionId: "q1", operator, value } });
  const impossible = [`${at(1, "/showIf/value")} impossible_value`];

  test.each(["q9", "q2", "q3"])("names an earlier question, not %s", (questionId) => {
    const showIf = { questionId, operator: "ANSWERED", value: null };
    expect(faultsOf({ kind: "TEXT" }, { kind: "TEXT", showIf }, { kind: "TEXT" })).toEqual([
      `${at(1, "/showIf/questionId")} no_earlier_question`,
    ]);
  });

  test.each<[SentQuestion, unknown, readonly unknown[]]>([
    [{ kind: "TEXT" }, "Knee", [" Knee", "", 1, true, null]],
    [{ kind: "LONG_TEXT" }, "Knee", ["Knee ", 1]],
    [{ kind: "NUMBER", min: 1, max: 5 }, 3, [0, 6, 2.5, "3"]],
    [{ kind: "SINGLE_CHOICE", options }, "red", ["blue", true, 1]],
    [{ kind: "MULTI_CHOICE", options, minChoices: 2 }, "red", ["blue", 1]],
    [{ kind: "BOOLEAN" }, false, ["false", 0]],
    [{ kind: "DATE", min: "2024-01-01" }, "2024-05-01", ["2023-05-01", "May", 20240501]],
    [{ kind: "SCALE", min: 1, max: 5 }, 5, [6, 1.5, "5"]],
  ])("compares %j with possible answers", (question, possible, others) => {
    for (const operator of ["EQUALS", "NOT_EQUALS"]) {
      expect(asks(question, operator, possible)).toEqual([]);
      for (const value of others) expect(asks(question, operator, value)).toEqual(impossible);
    }
  });

  test("that accepts any answer compares with nothing", () => {
    expect(asks({ kind: "TEXT" }, "ANSWERED", null)).toEqual([]);
    expect(asks({ kind: "TEXT" }, "ANSWERED", "Knee")).toEqual(impossible);
  });
});

describe("The bounds of a question are checked:", () => {
  test.each<[string, SentQuestion, readonly string[]]>([
    ["one number", { kind: "NUMBER", min: 5, max: 5 }, []],
    ["no number", { kind: "NUMBER", min: 5, max: 4 }, ["/max empty_range"]],
    ["half open", { kind: "NUMBER", min: 5 }, []],
    ["finer than the answers", { kind: "NUMBER", min: 0.5, max: 4 }, ["/min not_a_step"]],
    ["as fine as the answers", { kind: "NUMBER", min: 0.5, decimals: 1 }, []],
    ["one day", { kind: "DATE", min: "2024-05-01", max: "2024-05-01" }, []],
    ["no day", { kind: "DATE", min: "2024-05-02", max: "2024-05-01" }, ["/max empty_range"]],
    ["a scale of two points", { kind: "SCALE", min: 0, max: 1 }, []],
    ["a scale of one point", { kind: "SCALE", min: 1, max: 1 }, ["/max empty_range"]],
    ["a scale of 101 points", { kind: "SCALE", min: 0, max: 100 }, []],
    ["a scale of 102 points", { kind: "SCALE", min: 0, max: 101 }, ["/max too_many_points"]],
    ["as many choices as options", { kind: "MULTI_CHOICE", options, maxChoices: 2 }, []],
    [
      "more choices",
      { kind: "MULTI_CHOICE", options, maxChoices: 3 },
      ["/maxChoices too_many_choices"],
    ],
    [
      "more choices than options",
      { kind: "MULTI_CHOICE", options, minChoices: 3 },
      ["/minChoices too_many_choices"],
    ],
    [
      "no number of choices",
      { kind: "MULTI_CHOICE", options, minChoices: 2, maxChoices: 1 },
      ["/maxChoices empty_range"],
    ],
  ])("%s", (_name, question, faults) => {
    expect(faultsOf(question)).toEqual(faults.map((fault) => at(0, fault)));
  });
});

describe("A profile field", () => {
  test.each<[string, SentQuestion, readonly string[]]>([
    ["birthDate", { kind: "DATE" }, []],
    ["birthDate", { kind: "TEXT" }, ["wrong_kind_for_field"]],
    ["heightCm", { kind: "NUMBER" }, []],
    ["heightCm", { kind: "NUMBER", decimals: 1 }, ["wrong_kind_for_field"]],
    ["heightCm", { kind: "SCALE", min: 100, max: 200 }, ["wrong_kind_for_field"]],
    ["goal", { kind: "TEXT" }, []],
    ["goal", { kind: "LONG_TEXT" }, []],
    ["goal", { kind: "SINGLE_CHOICE", options }, ["wrong_kind_for_field"]],
  ])("%s for a question %j: %j", (mapsTo, question, codes) => {
    expect(faultsOf({ ...question, mapsTo })).toEqual(
      codes.map((code) => at(0, `/mapsTo ${code}`)),
    );
  });

  test("is filled by one question only", () => {
    expect(faultsOf({ kind: "TEXT", mapsTo: "goal" }, { kind: "TEXT", mapsTo: "goal" })).toEqual([
      `${at(1, "/mapsTo")} duplicate_field`,
    ]);
  });
});

test("All faults are reported at once, in the order of the form", () => {
  const faults = faultsOf(
    { kind: "NUMBER", min: 2, max: 1, mapsTo: "goal" },
    { kind: "TEXT", questionId: "q1" },
  );
  expect(faults).toEqual([
    `${at(0, "/max")} empty_range`,
    `${at(0, "/mapsTo")} wrong_kind_for_field`,
    `${at(1, "/questionId")} duplicate_id`,
  ]);
  expect(CONTENT_FAULTS).toContain("empty_range");
});

function faultsOf(...questions: SentQuestion[]) {
  return judgeContent(formOf(...questions)).map(({ pointer, code }) => `${pointer} ${code}`);
}
