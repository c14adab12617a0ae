import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { nextBatch } from "../phones/phones.ts";
import { renew } from "../phones/sign-in.ts";
import { syncUrl } from "../sides.ts";
import type { DayPhone } from "./build-population.ts";
import { dayOperation } from "./day-tasks.ts";
import type { DayEvent, Sync } from "./plan-day.ts";
import type { Simulation } from "./simulation.ts";

/** Sends a request of a phone or a coach and records its outcome. */
export async function sendEvent(
  simulation: Simulation,
  event: DayEvent,
  tally: Tally,
): Promise<void> {
  if (event.kind === "COACH_READ") return await readAsCoach(simulation, event.person, tally);
  const phone = simulation.population.phones[event.person];
  if (phone === undefined) throw new Error("The plan has more phones than the stack");
  await renew(simulation.stack.urls.provider, phone, FRESH_FOR_MS);
  if (event.kind === "SYNC") await sync(simulation, { phone, event }, tally);
  else await readToday(simulation, phone, tally);
}

/** Everything that the senders saw. */
export interface Tally {
  /** Milliseconds of each answered request, by kind. */
  readonly latencies: Record<DayEvent["kind"], number[]>;
  /** Operations by verdict. */
  readonly verdicts: Map<string, number>;
  /** Requests that were refused for a while, by status and code. */
  readonly refused: Map<string, number>;
  /** Requests that failed, by status and code. */
  readonly failed: Map<string, number>;
}

/** A tally of nothing. */
export function emptyTally(): Tally {
  return {
    latencies: { SYNC: [], READ: [], COACH_READ: [] },
    verdicts: new Map(),
    refused: new Map(),
    failed: new Map(),
  };
}

/** Age at which tokens are renewed; those of the development provider live for five minutes. */
export const FRESH_FOR_MS = 200_000;
const MOST_TRIES = 20;
const UNCHANGED = 304;
const RETRIED: ReadonlySet<number> = new Set([429, 503]);

async function sync(
  { stack, clock, tasks }: Simulation,
  { phone, event }: { readonly phone: DayPhone; readonly event: Sync },
  tally: Tally,
): Promise<void> {
  const day = tasks.get(phone.relationshipId);
  if (day === undefined) throw new Error("A phone has no day");
  const at = new Date(clock.now()).toISOString();
  const operations = event.ordinals.map((ordinal) => dayOperation(day, ordinal, at));
  const own = { ...phone, taskIds: [], operations };
  const request = { url: syncUrl(stack, own), token: phone.accessToken, body: nextBatch(own) };
  const answer = await send(request, { kind: "SYNC", tally });
  if (answer === null) return;
  const { results } = Verdicts.parse(JSON.parse(answer.text)).data;
  for (const { status, code } of results)
    count(tally.verdicts, code === undefined ? status : `${status} ${code}`);
}

const Verdicts = z.object({
  data: z.object({
    results: z.array(z.object({ status: z.string(), code: z.string().nullish() })),
  }),
});

async function readToday({ stack, tags }: Simulation, phone: DayPhone, tally: Tally) {
  const request = { url: `${stack.urls.api}/api/v1/client/today`, token: phone.accessToken };
  const tag = tags.get(phone);
  const answer = await send(
    { ...request, ...(tag !== undefined && { tag }) },
    { kind: "READ", tally },
  );
  if (answer?.tag !== undefined) tags.set(phone, answer.tag);
}

/** A coach's console: the first page of the inbox, then pages of single clients. */
async function readAsCoach(
  { stack, population, tasks }: Simulation,
  person: number,
  tally: Tally,
): Promise<void> {
  const { desk, phones } = population;
  const coach = desk.coaches[person];
  const nth = tally.latencies.COACH_READ.length;
  const client = phones[nth % phones.length];
  if (coach === undefined || client === undefined) throw new Error("Nobody is at the desk");
  const ofClient = `${stack.urls.api}/api/v1/coach/relationships/${client.relationshipId}`;
  const today = tasks.get(client.relationshipId)?.localDate ?? "";
  const urls = [
    `${desk.inbox}?limit=50`,
    `${ofClient}/timeline`,
    `${ofClient}/quick-log?from=${today}&to=${today}&limit=50`,
  ];
  const url = urls[nth % urls.length] ?? "";
  await send({ url, token: coach.token }, { kind: "COACH_READ", tally });
}

interface DayRequest {
  readonly url: string;
  readonly token: string;
  /** With a body it is a POST. */
  readonly body?: string;
  /** The tag of a cached answer. */
  readonly tag?: string;
}

/** Sends until the answer is no passing refusal. Returns null after a failure. */
async function send(
  { url, token, body, tag }: DayRequest,
  { kind, tally }: { readonly kind: DayEvent["kind"]; readonly tally: Tally },
): Promise<{ readonly text: string; readonly tag: string | undefined } | null> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(tag !== undefined && { "If-None-Match": tag }),
  };
  const from = performance.now();
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    if (response.ok || response.status === UNCHANGED) {
      tally.latencies[kind].push(performance.now() - from);
      return { text, tag: response.headers.get("etag") ?? undefined };
    }
    const outcome = `${kind} ${response.status} ${codeOf(text)}`;
    if (!RETRIED.has(response.status)) {
      count(tally.failed, outcome);
      return null;
    }
    count(tally.refused, outcome);
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1_000);
  }
  count(tally.failed, `${kind} given up`);
  return null;
}

function codeOf(text: string): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? "";
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
