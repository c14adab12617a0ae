import { expressionBuilder, sql } from "kysely";
import type { SignInKey } from "../accounts/guard/queries.ts";
import type { Slots } from "../platform/pipeline/prepare-query.ts";
import { clockNow, instantText, jsonInOrder } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";
import type { PackedContent } from "../../rules/workouts/packed-content.ts";

// Parts of statements that return packages as the JSON that is sent. They refer to `relationship`, `calendar` and
// `identity`, and to `package` if they concern one.

/** The reader, and the device used. */
export interface PhoneKey extends SignInKey {
  readonly deviceId: string;
}

/** The tables of these parts, by their aliases in each statement. */
const ofPhone = expressionBuilder<
  Tables & {
    readonly identity: Tables["authIdentity"];
    readonly package: Tables["workoutPackage"];
    readonly snapshot: Tables["workoutSnapshot"];
  },
  "identity" | "package" | "snapshot"
>();
const { and, eb, ref } = ofPhone;

/** The reader's own active device, and its session. */
export const ownDevice = (slot: Slots<PhoneKey>) =>
  ofPhone
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", "lineage.id", "device.lineageId")
    .select((own) =>
      jsonInOrder({
        deviceId: own.ref("device.id"),
        appSessionId: own.ref("device.appSessionId"),
      }).as("device"),
    )
    .where("device.id", "=", ofPhone.cast<string>(slot("deviceId"), "uuid"))
    .whereRef("device.userId", "=", "identity.userId")
    .where("device.status", "=", sql.lit("ACTIVE" as const))
    .where("lineage.appSurface", "=", sql.lit("CLIENT_MOBILE" as const));

/** Whether a session may now be started from a package. */
export const isOffered = and([
  eb("package.supersededAt", "is", null),
  eb("package.expiresAt", ">", clockNow),
]);

const inPackage = (name: keyof PackedContent) =>
  ref("package.content", "->").key(name).$castTo<unknown>();

const metadata = {
  packageId: ref("package.id"),
  taskId: ref("package.taskId"),
  localDate: ref("package.localDate"),
  timezone: ref("package.timezone"),
  snapshotChecksum: ref("package.snapshotChecksum"),
  packageChecksum: ref("package.packageChecksum"),
  sourceRevision: ref("package.sourceRevision"),
  cachePolicy: jsonInOrder({
    expiresAt: instantText(ref("package.expiresAt")),
    canStartOffline: inPackage("canStartOffline"),
    requiresRefreshBeforeStart: inPackage("requiresRefreshBeforeStart"),
  }),
};

/** The fields of a package in lists. */
export const packageMetadata = jsonInOrder(metadata);

const whole = {
  ...metadata,
  relationshipId: ref("package.relationshipId"),
  workoutTask: inPackage("workoutTask"),
  workoutSnapshot: ref("snapshot.content"),
  inputSchema: inPackage("inputSchema"),
  approvedAlternatives: inPackage("approvedAlternatives"),
  previousSessionHints: inPackage("previousSessionHints"),
};

/** A whole package, with the workout of `snapshot`; with pictures if it has any. */
export const wholePackage = ofPhone
  .case()
  .when(inPackage("thumbnails"), "is", null)
  .then(jsonInOrder(whole))
  .else(jsonInOrder({ ...whole, thumbnails: inPackage("thumbnails") }))
  .end();

/** The source of a package. */
export const packageSource = jsonInOrder({
  assignmentId: ref("package.assignmentId"),
  revision: ref("package.sourceRevision"),
});

/** Whether a package for an open workout is missing, because it has not been prepared yet. */
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
