import { createForm } from "../../activities/forms/create-form.ts";
import { publishForm } from "../../activities/forms/publish-form.ts";
import { createPlan } from "../../activities/plans/create-plan.ts";
import { type Answers, formContentSchema } from "../../contract/forms/content-schema.ts";
import { type PlanContentInput, planContentSchema } from "../../contract/plans/content-schema.ts";
import { getFormVersion } from "../../db/forms/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { DemoHouse } from "./demo-house.ts";

/** The coach publishes a check-in form and the plans of the workspace. Returns the ids of the plans. */
export async function makeDemoPlans(
  { em }: DemoHouse,
  coach: { readonly workspaceId: string; readonly userId: string },
): Promise<readonly string[]> {
  const { workspaceId, userId } = coach;
  const formVersionId = await transact(em, async (tx) => {
    const key = await createForm(tx, { workspaceId, createdByUserId: userId, ...CHECK_IN });
    const read = { ...key, expectedRevision: 1, publishedByUserId: userId, requestId: "demo" };
    const version = await publishForm(tx, read);
    return (await getFormVersion(tx, { ...key, version })).formVersionId;
  });
  const checkIn = { kind: "CHECK_IN", title: CHECK_IN.title, recurrence: WEEKLY, formVersionId };
  const planIds: string[] = [];
  for (const content of [...PLANS, checkIn]) {
    const parsed = planContentSchema.parse(content);
    const plan = { workspaceId, createdByUserId: userId, content: parsed, publish: true };
    planIds.push((await transact(em, (tx) => createPlan(tx, plan))).plan.id);
  }
  return planIds;
}

/** A client's answers to the check-in form. */
export const CHECK_IN_ANSWERS: Answers = { energy: 7, week: "Slept better, legs are sore." };

/** A client's answers to the questionnaire of a new workspace. They complete the baseline. */
export const INTAKE_ANSWERS: Answers = {
  main_goal: "Run ten kilometres without a break",
  birth_date: "1990-02-28",
  height: 172,
  experience: "under_one_year",
  days_per_week: 3,
  session_length: "up_to_45",
  equipment: ["bands", "bodyweight"],
  has_injuries: false,
  has_medical_advice: false,
  sleep: 7.5,
  stress: 4,
  diet: "vegetarian",
};

const DAILY = { rrule: "FREQ=DAILY" };
const WEEKLY = { rrule: "FREQ=WEEKLY;BYDAY=MO,TH" };

const CHECK_IN = {
  title: "Weekly check-in",
  content: formContentSchema.parse({
    sections: [
      {
        sectionId: "week",
        title: "Your week",
        questions: [
          { questionId: "energy", kind: "NUMBER", label: "Energy, 1 to 10", min: 1, max: 10 },
          { questionId: "week", kind: "LONG_TEXT", label: "How was the week?" },
        ],
      },
    ],
  }),
};

const trainingDay = (dayNumber: number, title: string, exercise: [key: string, name: string]) => ({
  dayNumber,
  title,
  exercises: [
    { exerciseKey: exercise[0], name: exercise[1], sets: [{ repetitions: 8 }, { repetitions: 8 }] },
  ],
});

const PLANS: readonly PlanContentInput[] = [
  {
    kind: "HABIT",
    title: "Drink water",
    recurrence: DAILY,
    metric: {
      metricKind: "WATER",
      unit: "ml",
      min: 50,
      max: 2_000,
      target: 2_000,
      mode: "ACCUMULATE",
    },
  },
  { kind: "HABIT", title: "Ten quiet minutes", recurrence: DAILY },
  {
    kind: "MEAL",
    title: "Breakfast",
    recurrence: DAILY,
    items: [
      { label: "Oats", amount: "80 g" },
      { label: "Berries", amount: "a handful" },
    ],
  },
  {
    kind: "PROGRAM",
    title: "Strength basics",
    reviewWanted: true,
    weeks: Array.from({ length: 12 }, () => ({
      days: [
        trainingDay(1, "Legs", ["squat", "Front squat"]),
        trainingDay(3, "Push", ["press", "Overhead press"]),
        trainingDay(5, "Pull", ["row", "Bent-over row"]),
      ],
    })),
  },
];
