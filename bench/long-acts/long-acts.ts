// What a transaction of an act costs at the legal maximum of what its caller sends, alone: `npm run bench:long-acts`. It
// starts a stack of its own and sends each act over HTTP; CPU is that of the API and of PostgreSQL together, read from
// /proc. What follows an act in PostgreSQL, the relay's work, is counted with it. Figures: `docs/long-acts.md`.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { CSV_PEOPLE, CSV_SLICE } from "../../contract/invitations/vocabulary.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { ask, type BenchCoach, registerCoach } from "../phones/people.ts";
import { say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { processLoad } from "../stack/processes.ts";
import { startBenchStack } from "../stack/stack.ts";

showHelp(`What a transaction of an act costs at its legal maximum, on a stack of its own.

  npm run bench:long-acts -- [--times 5]`);

const { values } = parseArgs({ options: { times: { type: "string", default: "5" } } });
const times = Number(values.times);
/** Wanted: CPU of a transaction at most, in milliseconds. */
const MOST_MS = 200;
/** For what follows a registration. */
const QUIET_MS = 1_000;

interface LongAct {
  readonly name: string;
  /** Transactions that one of them takes. */
  readonly transactions: number;
  readonly send: (coach: BenchCoach) => Promise<unknown>;
}

const anything = z.unknown();
const stack = await startBenchStack();
let worst = 0;
try {
  const acts: readonly LongAct[] = [
    {
      name: `a program of ${PLAN_LIMITS.programWeeks} weeks, published`,
      transactions: 1,
      send: (coach) => post(coach, "plans", { content: program(), publish: true }),
    },
    {
      name: `a form of ${FORM_LIMITS.questions} questions, made and published`,
      transactions: 2,
      send: publishForm,
    },
    {
      name: `a file of ${CSV_PEOPLE} people`,
      transactions: 1 + Math.ceil(CSV_PEOPLE / CSV_SLICE),
      send: (coach) => post(coach, "invitations/csv", { csv: file() }),
    },
  ];
  for (const act of acts) await measure(act);
} finally {
  await stack.stop();
}
process.exitCode = worst <= MOST_MS ? 0 : 1;

async function measure({ name, transactions, send }: LongAct): Promise<void> {
  const each: number[] = [];
  // The first warms up.
  for (let turn = 0; turn <= times; turn += 1) {
    const coach = await registerCoach(stack);
    // Whom a file schedules is told to actors one a second, for minutes: that is not waited for.
    await sleep(QUIET_MS);
    const before = cpuMs();
    await send(coach);
    if (turn > 0) each.push((cpuMs() - before) / transactions);
  }
  const sorted = each.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  worst = Math.max(worst, middle);
  say(
    `${name}: ${transactions} transactions, ${middle.toFixed(0)} ms of CPU each (median of ${times})`,
  );
}

function cpuMs(): number {
  const parts = ["api", "postgres"].map((part) => processLoad(stack.pids[part] ?? 0).cpuSeconds);
  return parts.reduce((sum, seconds) => sum + seconds, 0) * 1_000;
}

function post({ token, workspaceId }: BenchCoach, path: string, body: object): Promise<unknown> {
  return ask(
    `${stack.urls.api}/api/v1/workspaces/${workspaceId}/${path}`,
    { token, body },
    anything,
  );
}

function file(): string {
  const people = Array.from({ length: CSV_PEOPLE }, () => `${randomUUID()}@example.com`);
  return ["email", ...people].join("\n");
}

/** A year of seven days a week, with as many exercises as its bytes have room for. */
function program(): object {
  const exercise = (key: string) => ({
    exerciseKey: key,
    name: "Squat",
    sets: [{ repetitions: 5 }],
  });
  const exercises = ["one", "two"].map(exercise);
  const day = (dayNumber: number) => ({ dayNumber, title: "Legs", exercises });
  const week = { days: Array.from({ length: 7 }, (_, index) => day(index + 1)) };
  const weeks = Array.from({ length: PLAN_LIMITS.programWeeks }, () => week);
  return { kind: "PROGRAM", title: "A year", weeks };
}

async function publishForm(coach: BenchCoach): Promise<void> {
  const options = Array.from({ length: 10 }, (_, index) => ({
    optionId: `o${index}`,
    label: `Option ${index}`,
  }));
  const perSection = FORM_LIMITS.questions / FORM_LIMITS.sections;
  const sections = Array.from({ length: FORM_LIMITS.sections }, (_, nth) => ({
    sectionId: `s${nth}`,
    title: `Section ${nth}`,
    questions: Array.from({ length: perSection }, (__, index) => ({
      questionId: `q${nth}_${index}`,
      label: `Question ${index}`,
      kind: "SINGLE_CHOICE",
      options,
    })),
  }));
  const { token, workspaceId } = coach;
  const forms = `${stack.urls.api}/api/v1/workspaces/${workspaceId}/forms`;
  const made = z.object({ formId: z.string() });
  const { formId } = await ask(
    forms,
    { token, body: { title: "Long", content: { sections } } },
    made,
  );
  await ask(`${forms}/${formId}/publish`, { token, body: { expectedRevision: 1 } }, anything);
}
