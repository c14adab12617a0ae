import { sql } from "kysely";
import { taskOfPin } from "../../agenda/notices/queries.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { AGENDA_SLICE_PREFIX, MANIFEST_DAYS } from "../../../contract/sync/vocabulary.ts";

/**
 * SQL of the digests of slices by name, as JSON. They cover the rows that the statement sees, in the text that
 * `sliceDigest` of `contract/` hashes. The digest of receipts is missing, because no row stores their hashes. The
 * statement refers to `relationship`.
 */
export function sliceDigests({ names, days, nearDays }: RequestedSlices) {
  const day = sql`
    select named::date as local_date from unnest(${days}::text[]) named
    union
    select (clock_now() at time zone 'UTC')::date + ahead from generate_series(-2, 1) ahead
    where ${nearDays}::boolean`;
  return sql`(
    select coalesce(json_agg(json_build_object('slice', slice.name, 'digest', slice.digest)
      order by slice.name), '[]')
    from (
      select ${AGENDA_SLICE_PREFIX} || day.local_date::text as name, ${agendaOfDay} as digest
      from (${day}) day
      union all
      select named.name, case named.name
        when 'scope' then ${scopeState}
        when 'form-assignments' then ${formAssignments}
        when 'assignment' then ${activeProgram}
        when 'workout-packages' then ${workoutPackages} end
      from unnest(${names}::text[]) named (name) where named.name <> 'receipts'
    ) slice)`;
}

/** Slices of a scope whose digests are requested. */
export interface RequestedSlices {
  /** Names of the slices that exist once. */
  readonly names: readonly string[];
  /** Local days of the agenda. */
  readonly days: readonly string[];
  /** Whether to include every day that is today or yesterday in some time zone: devices keep these without asking. */
  readonly nearDays: boolean;
}

/** A digest over rows of `id` and `revision`, the latter in its JSON form. */
const digestOf = (rows: ReturnType<typeof sql>) => sql`(
  select 'sha-256:' || encode(sha256(convert_to('[' || coalesce(string_agg(
    '["' || held.id || '",' || held.revision || ']', ',' order by held.id), '') || ']', 'UTF8')), 'hex')
  from (${rows}) held)`;

/** Tasks, cards and pin, like `agendaChecksum` of `rules/`. */
const agendaOfDay = digestOf(sql`
  select task.id, task.revision::text as revision from agenda_task task
  where task.relationship_id = relationship.id and task.local_date = day.local_date
  union all
  select card.id, card.revision::text from agenda_card card
  where card.relationship_id = relationship.id and card.local_date = day.local_date
    and card.withdrawn_at is null
  union all
  select pin.pin_id, pin.revision::text from focus_pin pin
  where pin.relationship_id = relationship.id and pin.local_date = day.local_date
    and ${taskOfPin} is not null`);

const formAssignments = digestOf(sql`
  select assigned.id, assigned.revision::text as revision from form_assignment assigned
  where assigned.relationship_id = relationship.id
    and (assigned.source_type <> 'CHECK_IN' or assigned.status = 'SUBMITTED')`);

const activeProgram = digestOf(sql`
  select followed.id, to_json(${wireInstant("followed.updated_at")})::text as revision
  from plan_assignment followed
  where followed.relationship_id = relationship.id and followed.plan_kind = 'PROGRAM'
    and followed.status = 'ACTIVE'`);

/** The digest of a manifest requested without days (docs/rooms/workouts.md#reads). */
const workoutPackages = digestOf(sql`
  select package.id, to_json(package.package_checksum)::text as revision
  from relationship_calendar calendar
  join workout_package package on package.relationship_id = calendar.relationship_id
    and package.local_date between calendar.local_date - 1
      and calendar.local_date + ${sql.lit(MANIFEST_DAYS - 2)}::int
  where calendar.relationship_id = relationship.id
    and package.superseded_at is null and package.expires_at > clock_now()`);

const scopeState = digestOf(sql`
  select relationship.id, to_json(relationship.status)::text as revision`);
