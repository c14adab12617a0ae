import type { Form, FormCheck, Forms } from "../../../device/forms/types.ts";
import type { FormAnswers, FormQuestion } from "../../../device/wire/form-types.ts";

/** A questionnaire in memory, for viewing its screen. One named "closed" closes when the first answer is written. */
export function memoryForms(changed: () => void): Forms {
  let answers: FormAnswers = { sleep: 7 };
  const form = (formAssignmentId: string): Form => ({
    assignment: { ...ASSIGNMENT, formAssignmentId },
    state: "LOCAL_DRAFT",
    content: {
      sections: [
        {
          sectionId: "start",
          title: "How you live",
          intro: "It takes five minutes. Your coach reads your answers.",
          questions: QUESTIONS,
        },
      ],
    },
    answers,
    version: "1.1",
    writtenAt: null,
    unsent: null,
    canWrite: true,
    check: checkOf(answers),
    conflict: null,
    submission: null,
  });
  return {
    refresh: async () => "READ",
    list: async () => [{ assignment: ASSIGNMENT, state: "LOCAL_DRAFT" }],
    form: async ({ formAssignmentId }) =>
      ["form", "closed"].includes(formAssignmentId) ? form(formAssignmentId) : null,
    async write(draft) {
      if (draft.formAssignmentId === "closed") return { kind: "CLOSED" };
      ({ answers } = draft);
      changed();
      return { kind: "WRITTEN", version: "1.1" };
    },
    save: async () => "QUEUED",
    choose: async () => "ABSENT",
    discard: async () => "ABSENT",
    check: async (draft) => checkOf(draft.answers),
    submit: async () => ({ kind: "OPEN", waitsFor: "OFFLINE", retryAt: null }),
  };
}

const ASSIGNMENT: Form["assignment"] = {
  formAssignmentId: "form",
  formId: "form",
  formVersionId: "version",
  version: 1,
  title: "Your start",
  sourceType: "ONBOARDING",
  status: "ASSIGNED",
  revision: 1,
  dueAt: null,
  assignedAt: "2026-11-27T06:00:00.000Z",
  updatedAt: "2026-11-27T06:00:00.000Z",
  submittedAt: null,
  cancelledAt: null,
  submissionId: null,
};

const asked = (questionId: string, label: string, required = true) => ({
  questionId,
  label,
  help: null,
  required,
  showIf: null,
  mapsTo: null,
});
const QUESTIONS: readonly FormQuestion[] = [
  { ...asked("goal", "What do you want to reach?"), kind: "LONG_TEXT", help: "In your words." },
  { ...asked("height", "Height"), kind: "NUMBER", unit: "cm", min: 100, max: 250, decimals: 0 },
  { ...asked("birth", "Birth date", false), kind: "DATE", min: null, max: null },
  { ...asked("pain", "Do you have pain at the moment?"), kind: "BOOLEAN" },
  { ...asked("where", "Where?"), kind: "TEXT" },
  {
    ...asked("days", "Days on which you can train"),
    kind: "MULTI_CHOICE",
    minChoices: 1,
    maxChoices: null,
    options: ["Monday", "Wednesday", "Saturday"].map((label) => ({ optionId: label, label })),
  },
  {
    ...asked("sleep", "How well do you sleep?"),
    kind: "SCALE",
    unit: null,
    min: 1,
    max: 10,
    lowLabel: "badly",
    highLabel: "very well",
  },
];

/** The place of a pain is asked only of those who have some. */
function checkOf(answers: FormAnswers): FormCheck {
  const ids = ["goal", "height", "birth", "pain", "where", "days", "sleep"];
  const shown = ids.filter((id) => id !== "where" || answers["pain"] === true);
  const missing = shown.filter((id) => id !== "birth" && (answers[id] ?? null) === null);
  return {
    shown,
    faults: missing.map((questionId) => ({ questionId, code: "required" })),
    omitted: [],
  };
}
