import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { rosterPageSchema } from "../../../contract/inbox/console/roster-schema.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { TestAnswer, TestApi } from "../../harness/api.ts";
import { buildRelationship } from "../accounts/identity.ts";
import type { Phone } from "../sync/phone.ts";
import { putCoachTask } from "./coach-tasks.ts";

/** Parameters of a request for the roster. */
export type RosterParams = Readonly<Record<string, string>>;

/** A day that has closed, some days before the present one. */
export interface ClosedDay {
  readonly ago: number;
  readonly counted: number;
  readonly score: number;
  readonly offered?: boolean;
}

/** The last report of a phone about its outbox. */
export interface OutboxReport {
  readonly depth: number | null;
  readonly rejected: number | null;
  readonly at: string | null;
}

/** Reads a roster over HTTP, and writes what it shows. */
export function rosterDesk(api: TestApi) {
  const { em } = api.deps.database;
  const run = async (statement: ReturnType<typeof sql>) =>
    await statement.execute(em.fork().getKysely());

  const visit = async (of: Phone, query: RosterParams = {}): Promise<TestAnswer> => {
    const search = new URLSearchParams(query).toString();
    const path = `/api/v1/workspaces/${of.pair.workspaceId}/clients?${search}`;
    return await api.call("GET", path, { token: of.pair.coachToken });
  };
  const pageOf = async (of: Phone, query: RosterParams = {}) =>
    rosterPageSchema.parse((await visit(of, query)).data);

  return {
    run,
    visit,
    pageOf,
    idsOf: async (of: Phone, query: RosterParams = {}) =>
      (await pageOf(of, query)).items.map(({ relationshipId }) => relationshipId),
    /** Reads a page and all further ones. */
    walk: async (of: Phone, query: RosterParams) => {
      const pages = [await pageOf(of, query)];
      for (;;) {
        const cursor = pages.at(-1)?.nextCursor ?? null;
        if (cursor === null) break;
        pages.push(await pageOf(of, { ...query, cursor }));
      }
      return {
        ids: pages.flatMap(({ items }) => items.map(({ relationshipId }) => relationshipId)),
        cursors: pages.flatMap(({ nextCursor }) => nextCursor ?? []),
        rankedAt: pages.map(({ rankedAt }) => rankedAt),
      };
    },
    /** Adds clients to a phone's coach. */
    addClients: async ({ pair }: Phone, count: number): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        const added = await buildRelationship(em, { coach: pair.coach, timezone: "UTC" });
        ids.push(added.relationshipId);
      }
      return ids;
    },
    /** Puts a task about a client into the inbox. */
    put: async (of: Phone, relationshipId = "", changes: Partial<CoachTask> = {}) => {
      const { workspaceId, coach } = of.pair;
      const { rows } = await sql<{ readonly id: string }>`
        select client_user_id as id from relationship where id = ${relationshipId}`.execute(
        em.fork().getKysely(),
      );
      const clientUserId = rows[0]?.id ?? "";
      const owner = { workspaceId, relationshipId, clientUserId, coachUserId: coach.userId };
      return await putCoachTask(em, owner, changes);
    },
    rename: async (relationshipId: string | undefined, name: string) =>
      await run(sql`update client_profile set display_name = ${name} where user_id =
        (select client_user_id from relationship where id = ${relationshipId})`),
    report: async (deviceId: string, { depth, rejected, at }: OutboxReport) =>
      await run(sql`insert into device_seen (device_id, last_sync_at, outbox_depth,
          outbox_rejected, outbox_conflicted, outbox_reported_at)
        values (${deviceId}, clock_now(), ${depth}, ${rejected}, ${rejected}, ${at})
        on conflict (device_id) do update set outbox_depth = excluded.outbox_depth,
          outbox_rejected = excluded.outbox_rejected,
          outbox_reported_at = excluded.outbox_reported_at`),
    /** Adds a second phone of the same client. Returns its id. */
    addPhone: async (deviceId: string): Promise<string> => {
      const [id, lineageId, installationId] = [randomUUID(), randomUUID(), randomUUID()];
      const ids = JSON.stringify({ id: lineageId, installation_id: installationId });
      await run(sql`insert into device_lineage select (jsonb_populate_record(one, ${ids}::jsonb)).*
        from device_lineage one
        where id = (select lineage_id from device where id = ${deviceId})`);
      const own = JSON.stringify({ id, lineage_id: lineageId });
      await run(sql`insert into device select (jsonb_populate_record(one, ${own}::jsonb)).*
        from device one where id = ${deviceId}`);
      return id;
    },
    /** Inserts a closed day of a client with its sums. */
    putDay: async (relationshipId: string | undefined, day: ClosedDay) =>
      await run(sql`insert into agenda_day (relationship_id, local_date, timezone,
          projection_version, task_count, completed_count, skipped_count, missed_count,
          agenda_checksum, projected_at, opened_at, counted_count, done_count, adherence_score,
          closed_at, not_offered)
        select relationship_id, local_date - ${day.ago}::int, timezone, 1, ${day.counted}, 0, 0,
          ${day.counted}, '', clock_now(), clock_now(), ${day.counted}, 0, ${day.score},
          clock_now(), ${day.offered === false}
        from relationship_calendar where relationship_id = ${relationshipId}
        on conflict (relationship_id, local_date) do update
          set counted_count = excluded.counted_count,
          adherence_score = excluded.adherence_score, closed_at = excluded.closed_at`),
  };
}
