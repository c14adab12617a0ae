import type { Client } from "pg";
import { z } from "zod";
import { compareWithSql } from "../agenda/compare-with-sql.ts";
import type { Send } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { Trainee } from "./trainees.ts";

const statementSchema = z.object({
  text: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const foundSchema = z.array(
  z.object({
    caller: statementSchema,
    manifest: statementSchema,
    whole: statementSchema,
    unchanged: statementSchema,
    delta: statementSchema,
  }),
);
type Found = z.infer<typeof foundSchema>[number];

/** A load of reads. */
export interface ReadLoad {
  readonly connections: number;
  readonly seconds: number;
}

/** The statements of some phones' reads, as the product sends them. */
export async function readStatements(
  stack: BenchStack,
  database: Client,
  readers: readonly Trainee[],
): Promise<readonly Found[]> {
  const { rows } = await database.query<{ subject: string; seq: number }>(
    `select i.provider, i.issuer, i.tenant, i.subject, s.provider_session_id as "providerSessionId",
       s.client_app as "clientId", scope.seq::int as seq
     from auth_identity i
     join app_session s on s.user_id = i.user_id
     join relationship r on r.client_user_id = i.user_id
     join relationship_scope scope on scope.relationship_id = r.id
     where i.subject = any($1)`,
    [readers.map(({ subject }) => subject)],
  );
  const keys = rows.flatMap(({ seq, ...row }) => {
    const reader = readers.find(({ subject }) => subject === row.subject);
    if (reader === undefined) return [];
    const { deviceId, taskId, packageChecksum } = reader;
    return [JSON.stringify({ ...row, deviceId, taskId, packageChecksum, sinceSeq: seq })];
  });
  const script = "tools/statements/statements-of-workouts.ts";
  const printed = await stack.run(script, [stack.database.url, ...keys]);
  return foundSchema.parse(JSON.parse(printed));
}

/** Compares each read with its statements alone, including the guard's; one line for each. */
export async function compareReads(
  stack: BenchStack,
  {
    readers,
    found,
    load,
  }: {
    readonly readers: readonly Trainee[];
    readonly found: readonly Found[];
    readonly load: ReadLoad;
  },
): Promise<readonly string[]> {
  const client = "/api/v1/client/workouts";
  const reads: readonly [string, (reader: Trainee) => string, keyof Found][] = [
    ["manifest", (one) => `${client}/offline-manifest?deviceId=${one.deviceId}`, "manifest"],
    [
      "manifest unchanged",
      (one) =>
        `${client}/offline-manifest?deviceId=${one.deviceId}&manifestChecksum=${one.manifestChecksum}`,
      "manifest",
    ],
    ["package", (one) => packagePath(one, ""), "whole"],
    [
      "package unchanged",
      (one) => packagePath(one, `&packageChecksum=${one.packageChecksum}`),
      "unchanged",
    ],
    [
      "delta",
      (one) =>
        `${client}/offline-delta?deviceId=${one.deviceId}&relationshipId=${one.relationshipId}&cursor=${one.cursor}`,
      "delta",
    ],
  ];
  const lines: string[] = [];
  for (const [what, pathOf, name] of reads) {
    const statements = found.map((own) => [own.caller, own[name]]);
    const send = reading(stack, readers, pathOf);
    lines.push(await compareWithSql(stack, { ...load, what, send, statements }));
  }
  return lines;
}

const packagePath = ({ taskId, deviceId }: Trainee, more: string) =>
  `/api/v1/client/workout-tasks/${taskId}/offline-package?deviceId=${deviceId}${more}`;

/** Reads of the phones in rotation. */
function reading(
  { urls }: BenchStack,
  readers: readonly Trainee[],
  pathOf: (reader: Trainee) => string,
): Send {
  let turn = 0;
  return async () => {
    turn += 1;
    const reader = readers[turn % readers.length];
    if (reader === undefined) throw new Error("Nobody reads");
    const headers = { Authorization: `Bearer ${reader.accessToken}` };
    const answer = await fetch(`${urls.api}${pathOf(reader)}`, { headers });
    const text = await answer.text();
    // A 503 (overload) or a 429 (quota of a person) is not measured here.
    if (!answer.ok && answer.status !== 503 && answer.status !== 429)
      throw new Error(`${answer.status} ${text}`);
  };
}
