import type { Client } from "pg";
import { z } from "zod";
import { compareWithSql, ms } from "../agenda/compare-with-sql.ts";
import { type Desk, inTurns, renewDesk } from "../inbox/desk.ts";
import { closedLoop, quantile, type Send } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Context of the measurement. */
export interface LibraryReading {
  readonly stack: BenchStack;
  readonly database: Client;
  /** Coaches of one workspace. */
  readonly desk: Desk;
  /** Path of its library. */
  readonly library: string;
}

const CONNECTIONS = 8;
const PAGE = 50;

/** Texts that coaches type, and filters that they choose. */
const KINDS: Readonly<Record<string, string>> = {
  "two letters": "q=be",
  "a beginning": "q=benc",
  "two words": "q=bench+press",
  "a typo": "q=sqaut",
  "another name": "q=rdl",
  "with facets": "q=press&equipment=barbell,dumbbell&muscleGroup=chest",
  "two letters with facets": "q=be&equipment=barbell,dumbbell",
  "words left out": "q=technogym+bench+press",
  "words left out with facets": "q=technogym+press&equipment=barbell,dumbbell",
  "no text": "hasVideo=true",
  "no match": "q=zzyzx",
};

/** Searches whose statements also run alone. */
const ALONE = ["benc", "bench press", "sqaut"];

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const listSchema = z.array(z.string()).transform((list) => `{${list.join()}}`);
const statementsSchema = z.array(
  z.array(z.object({ text: z.string(), values: z.array(z.union([valueSchema, listSchema])) })),
);

/**
 * Measures each kind of search over HTTP, alone and together with others. Then it compares some of them, in turns, with
 * their statements alone.
 */
export async function compareSearches(
  reading: LibraryReading,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<readonly string[]> {
  const { stack, desk } = reading;
  const lines: string[] = [];
  for (const [what, query] of Object.entries(KINDS)) {
    const parts: string[] = [];
    for (const connections of [1, CONNECTIONS]) {
      await renewDesk(stack, desk);
      const { latencies } = await closedLoop(searching(reading, query), { connections, seconds });
      const [p50, p95] = [0.5, 0.95].map((part) => ms(quantile(latencies, part)));
      parts.push(
        `${connections === 1 ? "alone" : `${connections} at once`} p50 ${p50}, p95 ${p95}`,
      );
    }
    lines.push(`${what}: ${parts.join("; ")}`);
  }
  for (const typed of ALONE) {
    const statements = await ownStatements(reading, typed);
    const send = searching(reading, `q=${encodeURIComponent(typed)}`);
    for (let round = 0; round < rounds; round += 1) {
      await renewDesk(stack, desk);
      lines.push(
        await compareWithSql(stack, { what: `"${typed}"`, send, statements, ...load(seconds) }),
      );
    }
  }
  return lines;
}

const load = (seconds: number) => ({ connections: CONNECTIONS, seconds });

function searching({ desk, library }: LibraryReading, query: string): Send {
  const next = inTurns(desk);
  return () => read(`${library}/search?limit=${PAGE}&${query}`, next().token);
}

async function read(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`);
}

async function ownStatements({ stack, database, desk }: LibraryReading, typed: string) {
  const { rows } = await database.query<Readonly<Record<string, string>>>(
    `select distinct on (i.user_id) i.provider, i.issuer, i.tenant, i.subject, i.user_id as "userId",
       $2 as "workspaceId", s.provider_session_id as "providerSessionId", s.client_app as "clientId"
     from auth_identity i join app_session s on s.user_id = i.user_id where i.subject = any($1)`,
    [desk.coaches.slice(0, CONNECTIONS).map(({ subject }) => subject), desk.workspaceId],
  );
  const keys = rows.map((row) => JSON.stringify(row));
  const args = [stack.database.url, String(PAGE), typed, ...keys];
  return statementsSchema.parse(
    JSON.parse(await stack.run("tools/statements/statements-of-search.ts", args)),
  );
}
