import { sql } from "kysely";
import type { SignInKey } from "../accounts/guard/queries.ts";
import type { Slots } from "../prepared-query.ts";
import { wireInstant } from "../transact.ts";

// Parts of statements that answer packages as the JSON they go out as. They name `relationship`, `calendar` and
// `identity`, and where a package is meant `package`.

/** Who reads, and with which device. */
export interface PhoneKey extends SignInKey {
  readonly deviceId: string;
}

/** The device that reads, where it is its reader's and active, and the session that it belongs to. */
export const ownDevice = (slot: Slots<PhoneKey>) => sql`(
  select json_build_object('deviceId', device.id, 'appSessionId', device.app_session_id)
  from device join device_lineage lineage on lineage.id = device.lineage_id
  where device.id = ${slot("deviceId")}::uuid and device.user_id = identity.user_id
    and device.status = 'ACTIVE' and lineage.app_surface = 'CLIENT_MOBILE')`;

/** Whether a session may be started from a package by the clock. */
export const isOffered = sql`(package.superseded_at is null and package.expires_at > clock_now())`;

/** What a list shows of a package. */
export const packageMetadata = sql`
  'packageId', package.id, 'taskId', package.task_id, 'localDate', package.local_date,
  'timezone', package.timezone, 'snapshotChecksum', package.snapshot_checksum,
  'packageChecksum', package.package_checksum, 'sourceRevision', package.source_revision,
  'cachePolicy', json_build_object('expiresAt', ${wireInstant("package.expires_at")},
    'canStartOffline', package.content -> 'canStartOffline',
    'requiresRefreshBeforeStart', package.content -> 'requiresRefreshBeforeStart')`;

/** What a package always has, with what is trained by `snapshot`. */
export const wholePackage = sql`${packageMetadata}, 'relationshipId', package.relationship_id,
  'workoutTask', package.content -> 'workoutTask', 'workoutSnapshot', snapshot.content,
  'inputSchema', package.content -> 'inputSchema',
  'approvedAlternatives', package.content -> 'approvedAlternatives',
  'previousSessionHints', package.content -> 'previousSessionHints'`;

/** What a package came from. */
export const packageSource = sql`json_build_object('assignmentId', package.assignment_id,
  'revision', package.source_revision)`;

/** Whether a package is missing of what is asked for: nobody has prepared it yet. */
export const isUnprepared = sql`(
  coalesce(calendar.next_day_at <= clock_now(), false)
  or exists (
    select from agenda_task task
    where task.relationship_id = relationship.id and task.local_date = calendar.local_date
      and task.task_kind = 'WORKOUT' and task.status in ('PENDING', 'IN_PROGRESS')
      and task.source_type = 'PLAN_ASSIGNMENT'
      and not exists (
        select from workout_package package
        where package.relationship_id = relationship.id and package.task_id = task.id
          and package.superseded_at is null))
  or exists (
    select from plan_assignment assignment
    cross join lateral (
      select min(planned) as local_date from unnest(assignment.planned_dates) planned
      where planned > calendar.local_date
    ) next
    where assignment.relationship_id = relationship.id and assignment.plan_kind = 'PROGRAM'
      and assignment.status = 'ACTIVE' and next.local_date is not null
      and not exists (
        select from workout_package package
        where package.relationship_id = relationship.id and package.local_date = next.local_date
          and package.assignment_id = assignment.id and package.superseded_at is null)))`;
