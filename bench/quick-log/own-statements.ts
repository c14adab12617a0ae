import type { Client } from "pg";
import { z } from "zod";
import type { Phone } from "../phones/phones.ts";
import type { BenchStack } from "../stack/stack.ts";

/** The statements of each reader's task read and of a history page, as the product sends them. */
export async function ownStatements(
  stack: BenchStack,
  database: Client,
  { readers, page }: { readonly readers: readonly TaskReader[]; readonly page: HistoryPage },
) {
  const { rows } = await database.query<{ subject: string }>(
    `select i.provider, i.issuer, i.tenant, i.subject,
       s.provider_session_id as "providerSessionId", s.client_app as "clientId"
     from auth_identity i join app_session s on s.user_id = i.user_id where i.subject = any($1)`,
    [readers.map(({ subject }) => subject)],
  );
  const keys = rows.flatMap((row) => {
    const reader = readers.find(({ subject }) => subject === row.subject);
    if (reader === undefined) return [];
    const { taskId, revision } = reader;
    return [JSON.stringify({ ...row, taskId, revision })];
  });
  const script = "tools/statements/statements-of-quick-log.ts";
  const printed = await stack.run(script, [stack.database.url, JSON.stringify(page), ...keys]);
  return foundSchema.parse(JSON.parse(printed));
}

const statementSchema = z.object({
  text: z.string(),
  values: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
/** A statement as the database gets it. */
export type OwnStatement = z.infer<typeof statementSchema>;

const foundSchema = z.object({
  tasks: z.array(
    z.object({ caller: statementSchema, whole: statementSchema, unchanged: statementSchema }),
  ),
  history: statementSchema,
});

/** The client and the days that a coach reads. */
export interface HistoryPage {
  readonly relationshipId: string;
  readonly from: string;
  readonly to: string;
}

/** A phone and the task that it reads. */
export interface TaskReader extends Phone {
  readonly taskId: string;
  readonly revision: number;
}

/** Readers with the newest revision of one of their tasks. */
export async function readersOf(
  database: Client,
  phones: readonly Phone[],
): Promise<readonly TaskReader[]> {
  const { rows } = await database.query<{ id: string; revision: number }>(
    "select id, revision from agenda_task where id = any($1)",
    [phones.flatMap(({ taskIds }) => taskIds.slice(-1))],
  );
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  return phones.map((phone) => {
    const taskId = phone.taskIds.at(-1) ?? "";
    return { ...phone, taskId, revision: revisions.get(taskId) ?? 1 };
  });
}
