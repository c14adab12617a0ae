import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import { planContentSchema, type PlanContent } from "../../../contract/plans/content-schema.ts";
import { getPresentDate, listDayTasks } from "../../../db/agenda/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { withItemKeys } from "../../../rules/plans/with-item-keys.ts";
import type { DayContent } from "../../../rules/plans/assigned-plan.ts";
import { formOf } from "../forms/forms.ts";
import { type AgendaOwner, buildAssignment } from "../plans/plans.ts";
import { buildPublishedForm } from "../forms/published-form.ts";

const DAILY = { recurrence: { rrule: "FREQ=DAILY" } };
const weight = { metricKind: "WEIGHT", unit: "kg", min: 30, max: 300, mode: "REPLACE" } as const;
const water = { metricKind: "WATER", unit: "ml", min: 50, max: 2_000, mode: "ACCUMULATE" } as const;
const squats = { exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] };
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((dayNumber) => ({
  dayNumber,
  title: "Legs",
  exercises: [squats],
}));

/** Two items to tick, the second of which needs an input. */
const tickable = [
  { label: "Neck" },
  {
    label: "Back",
    inputs: [
      { key: "minutes", type: "number", unit: "min", min: 1, max: 60, required: true },
      { key: "side", type: "choice", choices: ["left", "right"], required: false },
      { key: "felt", type: "text", required: false },
      { key: "pain", type: "boolean", required: false },
    ],
  },
];

const bodies = {
  meal: { kind: "MEAL", ...DAILY, items: [{ label: "Rice" }, { label: "Beans" }] },
  supplement: { kind: "SUPPLEMENT", ...DAILY, items: [{ label: "Iron" }, { label: "Zinc" }] },
  habit: { kind: "HABIT", ...DAILY, snooze: {} },
  tickHabit: { kind: "HABIT", ...DAILY, items: tickable, snooze: { minutes: [10], most: 1 } },
  water: { kind: "HABIT", ...DAILY, metric: water },
  reminder: { kind: "REMINDER", ...DAILY, snooze: {} },
  tickReminder: { kind: "REMINDER", ...DAILY, items: tickable },
  weight: { kind: "MEASUREMENT", ...DAILY, metrics: [weight] },
  girths: { kind: "MEASUREMENT", ...DAILY, metrics: [weight, { ...weight, metricKind: "HIP" }] },
  photo: { kind: "PHOTO", ...DAILY, poses: ["front", "side"] },
  checkIn: { kind: "CHECK_IN", ...DAILY },
  easyCheckIn: { kind: "CHECK_IN", ...DAILY },
  workout: { kind: "PROGRAM", weeks: [{ days: everyDay }] },
} as const;
export type KindName = keyof typeof bodies;

/** Tasks of every kind, and each variant that a plan can make. */
export const KIND_NAMES: readonly KindName[] = [
  "meal",
  "supplement",
  "habit",
  "tickHabit",
  "water",
  "reminder",
  "tickReminder",
  "weight",
  "girths",
  "photo",
  "checkIn",
  "easyCheckIn",
  "workout",
];

const parsed = (name: KindName, more: object = {}): PlanContent =>
  planContentSchema.parse({ title: name, ...bodies[name], ...more });

/** The content for one day of the plan of each kind, in memory. */
export function contentOf(name: KindName): DayContent {
  const formVersionId = randomUUID();
  const body = parsed(name, name.endsWith("heckIn") ? { formVersionId } : {});
  const content = withItemKeys(body, [], randomUUID);
  if (content.kind === "PROGRAM") {
    const { weeks, ...program } = content;
    const day = weeks[0]?.days[0];
    if (day === undefined) throw new Error("The program has no day");
    return { ...program, programDay: 0, day };
  }
  if (content.kind !== "CHECK_IN") return content;
  const form = { formId: randomUUID(), formVersionId, version: 1 };
  return { ...content, form: { ...form, requiresAnswers: name === "checkIn" } };
}

/** Creates a plan of each kind for a client through the acts, and reads the tasks of the present day by name. */
export async function buildEveryKind(
  em: SqlEntityManager,
  owner: AgendaOwner,
): Promise<(name: KindName) => DayTask> {
  const { workspaceId, coachUserId: userId, relationshipId } = owner;
  const formOfCoach = async (required: boolean) => {
    const content = formOf({ kind: "TEXT", required });
    const { formVersionId } = await buildPublishedForm(em, { workspaceId, userId }, content);
    return { formVersionId };
  };
  const more: Readonly<Partial<Record<KindName, object>>> = {
    checkIn: await formOfCoach(true),
    easyCheckIn: await formOfCoach(false),
  };
  const named = new Map<string, string>();
  for (const name of KIND_NAMES)
    named.set(name, await buildAssignment(em, owner, parsed(name, more[name])));
  const [assignmentId = ""] = named.values();
  await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
  const localDate = await getPresentDate(em.fork(), relationshipId);
  const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
  return (name) => {
    const task = tasks.find(({ sourceId }) => sourceId === named.get(name));
    if (task === undefined) throw new Error(`No ${name} was made`);
    return task;
  };
}
