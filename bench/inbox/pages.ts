import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { z } from "zod";
import { compareWithSql, ms } from "../agenda/compare-with-sql.ts";
import { quantile, type Send } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";
import { type Desk, inTurns, renewDesk } from "./desk.ts";

/** Context of the inbox's measurements. */
export interface InboxReading {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly desk: Desk;
}

const PAGE = 50;
const CONNECTIONS = 8;
/** A page that is reached only by reading on for long. */
const FAR = 100;
const PAUSE_MS = 20;
const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const listSchema = z.array(z.string()).transform((list) => `{${list.join()}}`);
const statementsSchema = z.array(
  z.array(z.object({ text: z.string(), values: z.array(z.union([valueSchema, listSchema])) })),
);
const pageSchema = z.object({ data: z.object({ nextCursor: z.string().nullable() }) });

/** Compares pages of fifty over HTTP with the same statements alone, as a ratio. */
export async function comparePages(
  { stack, database, desk }: InboxReading,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const send = readingPages(desk);
  await send();
  const statements = await ownStatements({ stack, database, desk });
  const load = { what: `a page of ${PAGE}`, send, statements, connections: CONNECTIONS, seconds };
  const lines: string[] = [];
  for (let round = 0; round < rounds; round += 1) lines.push(await compareWithSql(stack, load));
  return lines;
}

/** Reads first pages of the inbox, for the coaches in rotation. */
function readingPages(desk: Desk): Send {
  const next = inTurns(desk);
  return async () => void (await read(`${desk.inbox}?limit=${PAGE}`, next().token));
}

async function ownStatements({ stack, database, desk }: InboxReading) {
  const { rows } = await database.query<Readonly<Record<string, string>>>(
    `select distinct on (i.user_id) i.provider, i.issuer, i.tenant, i.subject, i.user_id as "userId",
       $2 as "workspaceId", s.id as "appSessionId", s.provider_session_id as "providerSessionId",
       s.client_app as "clientId"
     from auth_identity i join app_session s on s.user_id = i.user_id where i.subject = any($1)`,
    [desk.coaches.slice(0, CONNECTIONS).map(({ subject }) => subject), desk.workspaceId],
  );
  const args = [stack.database.url, String(PAGE), ...rows.map((row) => JSON.stringify(row))];
  return statementsSchema.parse(
    JSON.parse(await stack.run("tools/statements/statements-of-inbox.ts", args)),
  );
}

/** Filters and orders that a coach chooses. */
const FILTERS: Readonly<Record<string, string>> = {
  all: "",
  "with what sleeps": "&includeSnoozed=true",
  "URGENT and HIGH": "&severity=URGENT,HIGH",
  "one type": "&taskType=FORM_REVIEW",
  "by due date": "&sort=DUE",
  newest: "&sort=NEWEST",
  "by client": "&sort=CLIENT",
  "a part of a name": "&q=lie",
};

/** Milliseconds of the first and the hundredth page for each filter, and of the counts. */
export async function timePages(
  { stack, desk }: InboxReading,
  reads: number,
): Promise<readonly string[]> {
  const next = inTurns(desk);
  const lines: string[] = [];
  for (const [what, query] of Object.entries(FILTERS)) {
    await renewDesk(stack, desk);
    const first = `${desk.inbox}?limit=${PAGE}${query}`;
    let far = first;
    let page = 1;
    for (; page < FAR; page += 1) {
      const { nextCursor } = pageSchema.parse(await read(far, next().token)).data;
      if (nextCursor === null) break;
      far = `${first}&cursor=${encodeURIComponent(nextCursor)}`;
    }
    const [near, later] = [await timed(first, reads, next), await timed(far, reads, next)];
    lines.push(`${what}: first page ${percentiles(near)}; page ${page} ${percentiles(later)}`);
  }
  await renewDesk(stack, desk);
  lines.push(`counts: ${percentiles(await timed(`${desk.inbox}/summary`, reads, next))}`);
  return lines;
}

/** The middle and the slow end of sorted durations. */
export const percentiles = (durations: readonly number[]) =>
  `p50 ${ms(quantile(durations, 0.5))}, p95 ${ms(quantile(durations, 0.95))}`;

/** Sorted milliseconds of reads, one after another. */
export async function timed(url: string, reads: number, next: () => { readonly token: string }) {
  const durations: number[] = [];
  for (let nth = 0; nth < reads; nth += 1) {
    const from = performance.now();
    await read(url, next().token);
    durations.push(performance.now() - from);
    await sleep(PAUSE_MS);
  }
  return durations.toSorted((one, other) => one - other);
}

async function read(url: string, token: string): Promise<unknown> {
  const answer = await fetch(url, bearer(token));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
