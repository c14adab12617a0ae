import { readFileSync } from "node:fs";
import type { Client } from "pg";
import { median } from "../load.ts";

const ROUNDS = 7;
const REPEATS = 2_000;
const BODY = Buffer.alloc(1_500, 7);

/**
 * CPU of the database for the statements of a batch that touch partitions, beside the same on plain copies, in turns in
 * one session. All else of a batch is left out, so that a busy machine changes little.
 */
export async function statementCost(database: Client): Promise<Record<Kind, number>> {
  await database.query(COPIES);
  const { rows } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  const micros: Record<Kind, number[]> = { plain: [], parted: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ["plain", "parted"] as const) {
      const before = cpuMicros(pid);
      for (let turn = 0; turn < REPEATS; turn += 1) await sendBoth(database, kind);
      // The first round warms up.
      if (round > 0) micros[kind].push((cpuMicros(pid) - before) / REPEATS);
    }
  await database.query("drop table plain_request, plain_answers");
  return { plain: median(micros.plain), parted: median(micros.parted) };
}

/** On plain tables, or on partitioned ones. */
type Kind = "plain" | "parted";

/** Looks for no answers, as the statement of a new batch does, and writes a request with its answers. */
async function sendBoth(database: Client, kind: Kind): Promise<void> {
  const prefix = kind === "plain" ? "plain" : "sync";
  const looked =
    kind === "plain"
      ? "(select * from plain_answers where batch_id = id limit 1) answered"
      : "answers_of(id) as answered (lines)";
  await database.query({
    name: `read-${kind}`,
    text: `select (select coalesce(json_agg(encode(answered.lines, 'base64')), '[]') from unnest($1::uuid[]) id
             cross join lateral ${looked})`,
    values: [[]],
  });
  await database.query({
    name: `write-${kind}`,
    text: `with made as (select uuidv7() as id), request as (
             insert into ${prefix}_request (batch_id, body, received_at) select id, $1, now() from made
           ) insert into ${prefix}_answers (batch_id, lines) select id, $1 from made`,
    values: [BODY],
  });
}

const COPIES = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  create table plain_request (like sync_request including constraints including storage, primary key (batch_id));
  create table plain_answers (like sync_answers including storage, primary key (batch_id));
  insert into plain_request select * from sync_request;
  insert into plain_answers select * from sync_answers;
  create trigger plain_request_append_only before update on plain_request
    for each row execute function refuse_rewriting();
  create trigger plain_answers_append_only before update on plain_answers
    for each row execute function refuse_rewriting()`;

/** CPU time of a process so far. */
function cpuMicros(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000;
}
