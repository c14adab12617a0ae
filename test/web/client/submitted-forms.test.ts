import { describe, expect, test } from "@jest/globals";
import { answeredQuestions } from "../../../web/client/forms/answered-questions.ts";
import { compareSubmissions } from "../../../web/client/forms/compare-submissions.ts";
import { otherSubmissions } from "../../../web/client/forms/other-submissions.ts";
import { reviewTasks } from "../../../web/client/forms/review-tasks.ts";
import { formatsOf } from "../../../web/texts/formats.ts";
import { formOf, optionsOf } from "../../factories/forms/forms.ts";

/** Names the message and its values, so that no sentence is repeated here. */
const texts = {
  t: (id: string, values: Readonly<Record<string, number | string>> = {}) =>
    [id, ...Object.values(values)].join(" "),
  formats: formatsOf("de"),
};

const PAIN = { questionId: "pain", kind: "BOOLEAN", label: "Pain?" } as const;
const WHERE = {
  questionId: "where",
  kind: "TEXT",
  label: "Where?",
  showIf: { questionId: "pain", operator: "EQUALS", value: true },
} as const;
const FORM = formOf(
  PAIN,
  WHERE,
  { questionId: "height", kind: "NUMBER", unit: "cm", min: 1, max: 300, decimals: 1 },
  { questionId: "birth", kind: "DATE" },
  { questionId: "tools", kind: "MULTI_CHOICE", options: optionsOf("bands", "bar") },
);

const submission = (answers: Record<string, string | number | boolean | string[]>) => ({
  content: FORM,
  answers,
  withheldQuestionIds: [],
});

const cellsOf = (form: Parameters<typeof answeredQuestions>[0]) =>
  answeredQuestions(form, texts).flatMap(({ questions }) =>
    questions.map(({ answer }) => answer.text),
  );

describe("the answers of a submitted form", () => {
  test("numbers and dates are written in the reader's language, choices by their labels", () => {
    const answers = { pain: true, where: "Knee", height: 172.5, birth: "1990-11-26" };
    expect(cellsOf(submission({ ...answers, tools: ["bands", "bar"] }))).toEqual([
      "client.yes",
      "Knee",
      "172,5 cm",
      "26. November 1990",
      "bands, bar",
    ]);
  });

  test("a question that was not asked names its condition, an asked one without an answer does not", () => {
    const [, where, height] = cellsOf(submission({ pain: false }));
    expect(where).toBe("clientForms.notAsked.EQUALS Pain? client.yes");
    expect(height).toBe("client.notAnswered");
  });

  test("a question whose condition the client hides says nothing about the hidden answer", () => {
    const hidden = { ...submission({}), withheldQuestionIds: ["pain"] };
    expect(cellsOf(hidden).slice(0, 2)).toEqual(["client.hiddenByClient", "client.notAnswered"]);
  });
});

describe("two submissions side by side", () => {
  const read = (form: Parameters<typeof answeredQuestions>[0]) => answeredQuestions(form, texts);

  test("an answer that differs is marked, an equal one and two missing ones are not", () => {
    const compared = compareSubmissions(
      read(submission({ pain: false, height: 172 })),
      read(submission({ pain: true, where: "Knee", height: 172 })),
    );
    expect(compared.map(({ questionId, differs }) => [questionId, differs])).toEqual([
      ["pain", true],
      ["where", true],
      ["height", false],
      ["birth", false],
      ["tools", false],
    ]);
  });

  test("a question that one version lacks has no answer there, and an old one comes last", () => {
    const later = { ...submission({ sleep: 7 }), content: formOf(PAIN, SLEEP) };
    const earlier = { ...submission({ pain: true }), content: formOf(PAIN, WHERE) };
    const compared = compareSubmissions(read(later), read(earlier));
    expect(compared.map(({ questionId }) => questionId)).toEqual(["pain", "sleep", "where"]);
    expect(compared[1]).toMatchObject({ shown: { text: "7" }, other: null, differs: false });
    expect(compared[2]).toMatchObject({ shown: null, differs: false });
  });
});

const SLEEP = { questionId: "sleep", kind: "NUMBER", label: "Sleep?", min: 0, max: 24 } as const;

describe("the submissions that one can be compared with", () => {
  const form = (submissionId: string | null, day: number, formId = "check-in") => ({
    formId,
    submissionId,
    submittedAt: submissionId === null ? null : `2026-11-0${day}T20:00:00Z`,
    version: day,
  });
  const forms = [
    form("third", 8),
    form("intake", 7, "intake"),
    form("first", 1),
    form("second", 4),
    form(null, 9),
  ];

  test("only those of the same form, the newest first, and the last one before is the nearest", () => {
    const { others, nearest, isNearestBefore } = otherSubmissions(forms, "third");
    expect(others.map(({ submissionId }) => submissionId)).toEqual(["second", "first"]);
    expect([nearest?.submissionId, isNearestBefore]).toEqual(["second", true]);
  });

  test("the first submission is compared with the next one, and an only one with none", () => {
    const first = otherSubmissions(forms, "first");
    expect([first.nearest?.submissionId, first.isNearestBefore]).toEqual(["second", false]);
    expect(otherSubmissions(forms, "intake").nearest).toBeNull();
  });
});

test("a submission leads to the open task that reviews it, not to a closed one or one that hides its subject", () => {
  const submissionId = "0190a000-0000-7000-8000-000000000001";
  const route = `/clients/c/form-submissions/${submissionId}`;
  const tasks = [
    { taskId: "closed", status: "RESOLVED", route: route.replace("1", "2") },
    { taskId: "hidden", status: "OPEN", route: null },
    { taskId: "open", status: "IN_PROGRESS", route },
  ];
  expect([...reviewTasks(tasks)]).toEqual([[submissionId, "open"]]);
});
