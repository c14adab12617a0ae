import { randomUUID } from "node:crypto";
import { z } from "zod";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { CSV_PEOPLE, CSV_SLICE } from "../../contract/invitations/vocabulary.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { ask, type BenchCoach, registerClient, registerCoach } from "../phones/people.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { LongAct } from "./long-act.ts";

/** Acts that grow with the body of one request: a program, a form, a file, answers to a form. */
export function writtenActs(stack: BenchStack): readonly (LongAct & { transactions: number })[] {
  /** A coach without content, because limits count existing content. */
  const byNewCoach = (send: (coach: BenchCoach) => Promise<unknown>) => async () => {
    const coach = await registerCoach(stack);
    return () => send(coach);
  };
  return [
    {
      name: `a program of ${PLAN_LIMITS.programWeeks} weeks, created and published`,
      transactions: 1,
      prepare: byNewCoach((coach) =>
        post(stack, coach, "plans", { content: programContent("A year"), publish: true }),
      ),
    },
    {
      name: `a form of ${FORM_LIMITS.questions} questions, created, then published`,
      transactions: 2,
      prepare: byNewCoach((coach) => publishForm(stack, coach, choiceQuestion)),
    },
    {
      name: `a file of ${CSV_PEOPLE} people`,
      transactions: 1 + Math.ceil(CSV_PEOPLE / CSV_SLICE),
      prepare: byNewCoach((coach) => post(stack, coach, "invitations/csv", { csv: file() })),
    },
    {
      name: `${FORM_LIMITS.questions} answers, submitted`,
      transactions: 1,
      prepare: () => prepareSubmit(stack),
    },
  ];
}

const anything = z.unknown();

function post(
  { urls }: BenchStack,
  { token, workspaceId }: BenchCoach,
  path: string,
  body: object,
): Promise<unknown> {
  return ask(`${urls.api}/api/v1/workspaces/${workspaceId}/${path}`, { token, body }, anything);
}

function file(): string {
  const people = Array.from({ length: CSV_PEOPLE }, () => `${randomUUID()}@example.com`);
  return ["email", ...people].join("\n");
}

/** A year of seven days a week, with as many exercises as fit. */
export function programContent(title: string): object {
  const exercise = (key: string) => ({
    exerciseKey: key,
    name: "Squat",
    sets: [{ repetitions: 5 }],
  });
  const exercises = ["one", "two"].map(exercise);
  const day = (dayNumber: number) => ({ dayNumber, title: "Legs", exercises });
  const week = { days: Array.from({ length: 7 }, (_, index) => day(index + 1)) };
  const weeks = Array.from({ length: PLAN_LIMITS.programWeeks }, () => week);
  return { kind: "PROGRAM", title, weeks };
}

const questionIds = Array.from({ length: FORM_LIMITS.questions }, (_, nth) => `q${nth}`);

function choiceQuestion(questionId: string): object {
  const options = Array.from({ length: 10 }, (_, index) => ({
    optionId: `o${index}`,
    label: `Option ${index}`,
  }));
  return { questionId, label: `Question ${questionId}`, kind: "SINGLE_CHOICE", options };
}

/** Creates and publishes a form with the maximum number of questions; returns its version. */
async function publishForm(
  { urls }: BenchStack,
  { token, workspaceId }: BenchCoach,
  questionOf: (questionId: string) => object,
): Promise<string> {
  const perSection = FORM_LIMITS.questions / FORM_LIMITS.sections;
  const sections = Array.from({ length: FORM_LIMITS.sections }, (_, nth) => ({
    sectionId: `s${nth}`,
    title: `Section ${nth}`,
    questions: questionIds.slice(nth * perSection, (nth + 1) * perSection).map(questionOf),
  }));
  const forms = `${urls.api}/api/v1/workspaces/${workspaceId}/forms`;
  const made = z.object({ formId: z.string() });
  const { formId } = await ask(
    forms,
    { token, body: { title: "Long", content: { sections } } },
    made,
  );
  const version = z.object({ formVersionId: z.string() });
  const body = { expectedRevision: 1 };
  return (await ask(`${forms}/${formId}/publish`, { token, body }, version)).formVersionId;
}

/** Length of an answer; a hundred of them fill a body. */
const ANSWER_LENGTH = 600;

async function prepareSubmit(stack: BenchStack): Promise<() => Promise<unknown>> {
  const { api } = stack.urls;
  const coach = await registerCoach(stack);
  const { token } = await registerClient(stack, coach);
  const { workspaceId } = coach;
  const relationships = z.object({ items: z.array(z.object({ relationshipId: z.string() })) });
  const workspace = `${api}/api/v1/workspaces/${workspaceId}`;
  const found = await ask(`${workspace}/relationships`, { token: coach.token }, relationships);
  const relationship = `${workspace}/relationships/${found.items[0]?.relationshipId ?? ""}`;
  const formVersionId = await publishForm(stack, coach, (questionId) => ({
    questionId,
    label: `Question ${questionId}`,
    kind: "LONG_TEXT",
  }));
  const given = z.object({ formAssignmentId: z.string() });
  const { formAssignmentId } = await ask(
    `${relationship}/form-assignments`,
    { token: coach.token, body: { formVersionId } },
    given,
  );
  const answers = Object.fromEntries(questionIds.map((id) => [id, "x".repeat(ANSWER_LENGTH)]));
  const url = `${api}/api/v1/client/form-assignments/${formAssignmentId}/submissions`;
  return () => ask(url, { token, body: { answers } }, anything);
}
