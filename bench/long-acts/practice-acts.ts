import type { Client } from "pg";
import { z } from "zod";
import { bulkActedSchema } from "../../contract/inbox/bulk-schema.ts";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { buildDayTemplate } from "../days/day-template.ts";
import { openDesk } from "../inbox/desk.ts";
import { openMessenger, openTasks, untilDelivered } from "../inbox/messages.ts";
import { ask } from "../phones/people.ts";
import { addPeople } from "../phones/population.ts";
import { coachToken } from "../quick-log/history.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { LongAct } from "./long-act.ts";

/** Acts that grow with the number of clients: acts on many inbox tasks, and a coach who leaves. */
export function practiceActs(
  stack: BenchStack,
  database: Client,
  { workspaceId, workspace, newToken }: Practice,
): readonly (LongAct & { transactions: number })[] {
  /** One new task for each client, without pending events. */
  async function newTasks(): Promise<readonly string[]> {
    const taskIds = await openTasks(
      await openMessenger(stack, database, workspaceId),
      INBOX_LIMITS.bulk,
    );
    await untilDelivered(database);
    return taskIds;
  }
  const bulk = async (act: object, change: (taskIds: readonly string[]) => Promise<unknown>) => {
    const taskIds = await newTasks();
    await change(taskIds);
    const token = await newToken();
    return async () => {
      const body = { ...act, taskIds };
      const { results } = await ask(
        `${workspace}/coach-tasks/bulk`,
        { token, body },
        bulkActedSchema,
      );
      const refused = results.find(({ outcome }) => outcome !== "APPLIED");
      if (refused !== undefined) throw new Error(JSON.stringify(refused));
    };
  };
  const asSubmissions = (taskIds: readonly string[]) =>
    database.query(
      "update coach_task set source_kind = 'FORM', source_context = 'FORMS' where id = any($1)",
      [taskIds],
    );

  return [
    {
      name: `${INBOX_LIMITS.bulk} tasks of the inbox, resolved by one act`,
      transactions: 1,
      prepare: () =>
        bulk({ action: "RESOLVE", resolutionType: "MESSAGE_SENT" }, async () => undefined),
    },
    {
      name: `${INBOX_LIMITS.bulk} tasks of the inbox, reviewed by one act`,
      transactions: 1,
      prepare: () => bulk({ action: "REVIEW" }, asSubmissions),
    },
    {
      name: `hand-over of ${CLIENTS} clients of a leaving member, and ${INBOX_LIMITS.bulk} tasks`,
      transactions: 1,
      prepare: async () => {
        const [member] = (await openDesk(stack, database, { workspaceId, count: 1 })).coaches;
        const userId = await giveAll(database, workspaceId, member?.subject ?? "");
        await newTasks();
        const token = await newToken();
        const url = `${workspace}/members/${userId}`;
        return () => ask(url, { token, method: "DELETE" }, z.unknown());
      },
    },
  ];
}

/** Clients of one coach. There is no limit; this is far more than one person coaches. */
const CLIENTS = 200;

/** A coach with many clients. */
export interface Practice {
  readonly workspaceId: string;
  /** Its path. */
  readonly workspace: string;
  readonly relationshipIds: readonly string[];
  /** Gets a new token of its owner, which lives for five minutes. */
  readonly newToken: () => Promise<string>;
}

/** Registers a coach and a client; the other clients are copies. */
export async function buildPractice(stack: BenchStack, database: Client): Promise<Practice> {
  const template = await buildDayTemplate(stack, database);
  const { workspaceId } = template.coach;
  await addPeople(database, template, { from: 2, to: CLIENTS });
  const { rows } = await database.query<{ id: string }>(
    "select id from relationship where workspace_id = $1 order by id",
    [workspaceId],
  );
  return {
    workspaceId,
    workspace: `${stack.urls.api}/api/v1/workspaces/${workspaceId}`,
    relationshipIds: rows.map(({ id }) => id),
    newToken: () => coachToken(stack, database, template.relationshipId),
  };
}

/** Makes a member the coach of all clients of a workspace; returns the member. */
async function giveAll(database: Client, workspaceId: string, subject: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `update relationship set coach_user_id = i.user_id from auth_identity i
      where workspace_id = $1 and i.subject = $2 returning i.user_id as id`,
    [workspaceId, subject],
  );
  if (rows.length !== CLIENTS) throw new Error(`${rows.length} clients were reassigned`);
  return rows[0]?.id ?? "";
}
