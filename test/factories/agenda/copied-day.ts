import type { SqlEntityManager } from "@mikro-orm/postgresql";
import * as z from "zod";
import { listDayTasks } from "../../../db/agenda/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../../rules/agenda/agenda-checksum.ts";
import { localDateOf } from "../../../rules/local-day.ts";
import { putImage } from "../../harness/put-image.ts";
import type { Image, Rows, ScopeImages } from "../../harness/scope-images.ts";
import {
  activate,
  beginNow,
  buildIdentity,
  copiedClient,
  type BuiltRelationship,
} from "../accounts/identity.ts";
import { agendaOf, type BuiltAgenda } from "../plans/plans.ts";
import { rememberShown } from "../plans/remember-shown.ts";

/** A coach and one of her active clients, who lives in UTC, in the middle of his day. */
export interface CopiedDay extends BuiltRelationship {
  readonly timezone: "UTC";
  readonly agenda: BuiltAgenda;
  /** The id of another row in the copy. */
  readonly idOf: (recorded: string) => string;
}

/**
 * Copies coach, client and agenda in one statement, instead of building them one after the other.
 *
 * @param issuer where both of them sign in; by default that of the image.
 */
export async function copyDay(
  em: SqlEntityManager,
  { ids, localDate: recordedDate }: ScopeImages,
  image: Image,
  issuer?: string,
): Promise<CopiedDay> {
  const timezone = "UTC";
  const now = await clockNow(em.fork());
  const localDate = localDateOf(now, timezone);
  const idOf = await putImage(em, image, {
    now,
    ids: new Map(),
    days: { from: recordedDate, to: localDate },
    change: async (rows) => {
      await beginNow(rows, { timezone, now });
      activate(rows);
      const agenda_checksum = await checksumOf(rows);
      for (const row of rows["agenda_day"] ?? []) Object.assign(row, { agenda_checksum });
      if (issuer !== undefined)
        for (const row of rows["auth_identity"] ?? []) Object.assign(row, { issuer });
    },
  });
  const [relationshipId, workspaceId] = [idOf(ids.relationshipId), idOf(ids.workspaceId)];
  const tasks = await listDayTasks(executorOf(em.fork()), relationshipId, [localDate]);
  await rememberShown(em, relationshipId, tasks);
  const subject = idOf(ids.coachSubject);
  const identity = buildIdentity({
    subject,
    email: `${subject}@example.com`,
    ...(issuer === undefined ? {} : { issuer }),
  });
  const coach = { userId: idOf(ids.coachUserId), workspaceId, identity };
  const client = copiedClient(idOf, ids);
  const agenda = agendaOf(tasks, localDate, ids.assignmentIds.map(idOf));
  return { coach, client, workspaceId, relationshipId, timezone, agenda, idOf };
}

const Task = z.object({ id: z.string(), revision: z.int() });

/** The checksum of the copied day, which covers the ids of its tasks. */
async function checksumOf(rows: Rows): Promise<string> {
  return await agendaChecksum({ tasks: Task.array().parse(rows["agenda_task"]), notices: [] });
}
