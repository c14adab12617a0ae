import type { Client } from "pg";
import { copyRows, idOf } from "./copy-rows.ts";

/** A client with one phone whose rows are copied. */
export interface Template {
  readonly relationshipId: string;
  readonly deviceId: string;
}

/** A copied client. */
export interface Copied {
  readonly email: string;
  readonly userId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
}

/** Tables of a client's rows, parents first, with the condition that selects the template's rows. */
const TABLES = {
  app_user: "id = t.user_id",
  client_profile: "user_id = t.user_id",
  auth_identity: "user_id = t.user_id",
  invitation: "id = t.invitation_id",
  relationship: "id = t.relationship_id",
  // Only a finished onboarding: an open one has tasks, which are not copied.
  onboarding_instance: "relationship_id = t.relationship_id and finished_at is not null",
  relationship_scope: "relationship_id = t.relationship_id",
  scope_change: "relationship_id = t.relationship_id",
  device_lineage: "user_id = t.user_id",
  device: "id = t.device_id",
  device_seen: "device_id = t.device_id",
  relationship_calendar: "relationship_id = t.relationship_id",
  plan_assignment: "relationship_id = t.relationship_id",
  agenda_day: "relationship_id = t.relationship_id",
  agenda_task: "relationship_id = t.relationship_id",
  agenda_task_item: "relationship_id = t.relationship_id",
  agenda_task_event: "relationship_id = t.relationship_id",
  sync_batch: "device_id = t.device_id",
  sync_answers: "batch_id in (select id from sync_batch where device_id = t.device_id)",
  // A receipt's id equals its batch's except for the last digits.
  receipt: `receipt_id in (select sent.receipt_id from receipt sent join sync_batch batch
    on left(sent.receipt_id::text, 32) = left(batch.id::text, 32) where batch.device_id = t.device_id)`,
  quick_log_operation: "relationship_id = t.relationship_id",
} as const;

/** Columns with the client's own ids; other ids, such as the coach's and the plan's, stay the same. */
const OWN_IDS = new Set(
  `id user_id client_user_id consumed_by_user_id actor_user_id relationship_id invitation_id lineage_id
   changed_by_lineage_id device_id batch_id receipt_id latest_receipt_id op_key task_id
   newest_value_id supersedes_id restates_id undoes_receipt_id app_session_id undo_device_id`.split(
    /\s+/,
  ),
);

/** Columns whose texts must differ between people. */
const OWN_TEXTS = new Set([
  "app_user.primary_email",
  "invitation.target_email",
  "invitation.token_hash",
  "auth_identity.subject",
]);

/** Replaces the template's id by the person's own; the ending stays, so that receipts still match their batch. */
function ownId(id: string): string {
  return `overlay((${idOf(`person.n || left(${id}, -4)`)})::text placing right(${id}, 4) from 33)::uuid`;
}

/** Copies a client with all their rows, once for each number of a range. */
export async function addPeople(
  database: Client,
  { relationshipId, deviceId }: Template,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await database.query("begin");
  await database.query(
    `create temporary table template on commit drop as
     select client_user_id as user_id, invitation_id, id as relationship_id, $2::uuid as device_id
       from relationship where id = $1::uuid`,
    [relationshipId, deviceId],
  );
  await database.query(
    `create temporary table person on commit drop as
     select n, 'person-' || n || '@example.com' as email
       from generate_series($1::integer, $2::integer) as n`,
    [from, to],
  );
  for (const [table, own] of Object.entries(TABLES)) {
    await copyRows(database, {
      table,
      // The same id is replaced by the same new id in every table.
      changed(column) {
        if (OWN_IDS.has(column)) return ownId(`one.${column}::text`);
        return OWN_TEXTS.has(`${table}.${column}`) ? "person.email" : undefined;
      },
      from: `from person cross join (select ${table}.* from ${table}, template t where ${table}.${own}) one`,
    });
  }
  await database.query("commit");
  await database.query("vacuum analyze");
}

/** Random copied people. */
export async function somePeople(database: Client, count: number): Promise<readonly Copied[]> {
  const { rows } = await database.query<Copied>(
    `select u.primary_email as email, u.id as "userId", r.id as "relationshipId", d.id as "deviceId"
       from app_user u join relationship r on r.client_user_id = u.id join device d on d.user_id = u.id
      where u.primary_email like 'person-%' order by random() limit $1`,
    [count],
  );
  return rows;
}

/** Records the provider's subjects of people who have signed in there. */
export async function nameSubjects(
  database: Client,
  people: readonly { readonly userId: string; readonly subject: string }[],
): Promise<void> {
  await database.query(
    `update auth_identity set subject = signed_in.subject
       from unnest($1::uuid[], $2::text[]) as signed_in (user_id, subject)
      where auth_identity.user_id = signed_in.user_id`,
    [people.map(({ userId }) => userId), people.map(({ subject }) => subject)],
  );
}
