import type { Client } from "pg";
import * as z from "zod";
import type { BuiltScope } from "../sync.ts";

/** One relationship of a history. */
export interface WorldScope {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly coachUserId: string;
  readonly clientUserId: string;
  readonly waterId: string;
  /** The water task of the day before. */
  readonly earlierId: string;
}

/** Worlds created together. */
const AT_ONCE = 40;

const Ids = z.array(z.record(z.string(), z.string()));

/** Copies the pattern's relationships in one statement; each pair shares a coach. */
export async function copyScopes(
  owner: Client,
  pattern: BuiltScope,
): Promise<(readonly WorldScope[])[]> {
  const made = await owner.query<{ scopes: unknown }>(COPY, [
    pattern.relationshipId,
    pattern.agenda.water.id,
    AT_ONCE * 2,
  ]);
  const { workspaceId, coachUserId } = pattern;
  const scopes = Ids.parse(made.rows[0]?.scopes).map((row) => ({
    relationshipId: row["relationship_id"] ?? "",
    waterId: row["water_id"] ?? "",
    earlierId: row["earlier_id"] ?? "",
    clientUserId: row["client_id"] ?? "",
    workspaceId,
    coachUserId,
  }));
  return Array.from({ length: AT_ONCE }, (_, index) => scopes.slice(index * 2, index * 2 + 2));
}

/** Copies client, invitation, relationship, scope, calendar, day and its water under new ids. */
const COPY = `
  with planned as materialized (
    select gen_random_uuid() as client_id, gen_random_uuid() as invitation_id,
      gen_random_uuid() as relationship_id, gen_random_uuid() as water_id,
      gen_random_uuid() as earlier_id
    from generate_series(1, $3)
  ), pattern as (select * from relationship where id = $1), client as (
    insert into app_user select copy.* from planned, pattern
      join app_user u on u.id = pattern.client_user_id
      cross join lateral jsonb_populate_record(null::app_user, to_jsonb(u) || jsonb_build_object(
        'id', planned.client_id, 'primary_email', planned.client_id || '@example.com')) copy
    returning id
  ), invitation as (
    insert into invitation select copy.* from planned, pattern
      join invitation i on i.id = pattern.invitation_id
      cross join lateral jsonb_populate_record(null::invitation, to_jsonb(i) || jsonb_build_object(
        'id', planned.invitation_id, 'token_hash', planned.invitation_id::text)) copy
    returning id
  ), related as (
    insert into relationship select copy.* from planned, pattern
      cross join lateral jsonb_populate_record(null::relationship, to_jsonb(pattern) ||
        jsonb_build_object('id', planned.relationship_id, 'client_user_id', planned.client_id,
          'invitation_id', planned.invitation_id)) copy
    returning id
  ), scope as (
    insert into relationship_scope (relationship_id, epoch)
    select relationship_id, gen_random_uuid() from planned returning 1
  ), calendar as (
    insert into relationship_calendar select copy.* from planned, relationship_calendar c
      cross join lateral jsonb_populate_record(null::relationship_calendar, to_jsonb(c) ||
        jsonb_build_object('relationship_id', planned.relationship_id)) copy
      where c.relationship_id = $1
    returning 1
  ), water as (
    insert into agenda_task select copy.* from planned, agenda_task t
      cross join lateral jsonb_populate_record(null::agenda_task, to_jsonb(t) || jsonb_build_object(
        'id', planned.water_id, 'relationship_id', planned.relationship_id)) copy
      where t.id = $2
    returning id
  ), opened as (
    insert into agenda_day select copy.* from planned, agenda_day d
      cross join lateral jsonb_populate_record(null::agenda_day, to_jsonb(d) ||
        jsonb_build_object('relationship_id', planned.relationship_id)) copy
      where d.relationship_id = $1
    returning 1
  ), earlier as (
    insert into agenda_task select copy.* from planned, agenda_task t
      cross join lateral jsonb_populate_record(null::agenda_task, to_jsonb(t) || jsonb_build_object(
        'id', planned.earlier_id, 'relationship_id', planned.relationship_id,
        'local_date', t.local_date - 1)) copy
      where t.id = $2
    returning id
  )
  select json_agg(planned) as scopes from planned`;
