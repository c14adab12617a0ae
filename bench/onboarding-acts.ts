// Measures opening, skipping and completing a questionnaire in comparison with the plain SQL of the same change: `npm
// run bench:onboarding-acts`. Both sides answer in turns over HTTP on one database; then again with the Temporal
// server frozen, because no answer waits for it.
import { z } from "zod";
import { formContentSchema } from "../contract/forms/content-schema.ts";
import {
  ask,
  type BenchClient,
  registerClient,
  registerCoach,
  someAnswers,
} from "./phones/people.ts";
import { ACTS, type BenchAct, startPlainServer } from "./plain-onboarding.ts";
import { type BenchStack, startBenchStack } from "./stack/stack.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Measures the acts of an onboarding against plain SQL.

  npm run bench:onboarding-acts`);

const WARM_UP = 5;
const CLIENTS = 45;
/** Maximum ratio to plain SQL; more would be noticeable. */
const MOST_TIMES = 3;

const stack = await startBenchStack();
const plain = await startPlainServer(stack.database.url);
const anything = z.unknown();
let worst = 0;
try {
  await compare("Temporal running");
  process.kill(stack.pids["temporal"] ?? 0, "SIGSTOP");
  await compare("Temporal frozen");
} finally {
  process.kill(stack.pids["temporal"] ?? 0, "SIGCONT");
  plain.close();
  await stack.stop();
}
process.exitCode = worst <= MOST_TIMES ? 0 : 1;

async function compare(title: string): Promise<void> {
  const coach = await registerCoach(stack);
  const ours: Taken = { open: [], skip: [], complete: [] };
  const theirs: Taken = { open: [], skip: [], complete: [] };
  for (let round = -WARM_UP; round < CLIENTS; round += 1) {
    const [one, other] = [await registerClient(stack, coach), await registerClient(stack, coach)];
    const durations = [await actByProduct(stack, one), await actPlainly(other)] as const;
    if (round < 0) continue;
    for (const act of ACTS) {
      ours[act].push(durations[0][act]);
      theirs[act].push(durations[1][act]);
    }
  }
  say(`\n${title}, ${CLIENTS} clients each, ms`);
  for (const act of ACTS) {
    const [product, baseline] = [ours[act], theirs[act]];
    const times = quantile(product, 0.5) / quantile(baseline, 0.5);
    worst = Math.max(worst, times);
    say(
      `${act.padEnd(9)} p50 ${text(product, 0.5)} p90 ${text(product, 0.9)}   ` +
        `plain SQL p50 ${text(baseline, 0.5)} p90 ${text(baseline, 0.9)}   ${times.toFixed(2)} times`,
    );
  }
}

async function actByProduct(
  { urls }: BenchStack,
  client: BenchClient,
): Promise<Record<BenchAct, number>> {
  const { token, taskId } = client;
  const task = `${urls.api}/api/v1/client/onboarding/tasks/${taskId}`;
  const post = (path: string, body: object) => () =>
    ask(`${task}/${path}`, { token, body }, anything);
  const open = await timed(post("open", { clientTimestamp: new Date().toISOString() }));
  const skip = await timed(post("skip", {}));
  const formSubmissionId = await submit(urls.api, client);
  return { open, skip, complete: await timed(post("complete-from-form", { formSubmissionId })) };
}

async function actPlainly({ taskId }: BenchClient): Promise<Record<BenchAct, number>> {
  const durations = { open: 0, skip: 0, complete: 0 };
  for (const act of ACTS) {
    const url = `${plain.url}/tasks/${taskId}/${act}`;
    durations[act] = await timed(() => ask(url, { body: { taskId } }, anything));
  }
  return durations;
}

async function submit(api: string, { token, formAssignmentId }: BenchClient): Promise<string> {
  const url = `${api}/api/v1/client/form-assignments/${formAssignmentId}`;
  const form = z.object({ content: formContentSchema });
  const { content } = await ask(url, { token }, form);
  const body = { answers: someAnswers(content) };
  const submitted = z.object({ formSubmissionId: z.string() });
  return (await ask(`${url}/submissions`, { token, body }, submitted)).formSubmissionId;
}

/** Milliseconds per act. */
type Taken = Record<BenchAct, number[]>;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}

function text(values: readonly number[], part: number): string {
  return quantile(values, part).toFixed(1).padStart(6);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
