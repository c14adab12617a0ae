import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { SliceRow } from "../../contract/sync/slice-digest.ts";
import { MANIFEST_DAYS } from "../../contract/sync/vocabulary.ts";
import { scopeFacts, ownScope } from "../agenda/today/agenda-parts.ts";
import type { AgendaScope } from "../agenda/today/queries.ts";
import type { QueryExecutor } from "../pipeline.ts";
import { prepareQuery, type Slots } from "../prepared-query.ts";
import { clockNow } from "../sql-parts.ts";
import type { Tables } from "../tables.ts";
import { isWholeSince } from "../scope-changes-since.ts";
import {
  isOffered,
  isUnprepared,
  ownDevice,
  packageMetadata,
  packageSource,
  type PhoneKey,
  wholePackage,
} from "./package-parts.ts";

/** Whose packages are read, and by which device of theirs; null where it is none, or was revoked. */
export interface PackageScope extends AgendaScope {
  readonly device: { readonly deviceId: string; readonly appSessionId: string | null } | null;
}

/** Which days a manifest is of; both null for those about the present one. */
export interface ManifestKey extends PhoneKey {
  readonly from: string | null;
  readonly to: string | null;
}

/** What a client may take along of some days, as far as it is made in the database. */
export interface ManifestRow extends PackageScope {
  /** Something is asked for that nobody has prepared yet. */
  readonly unprepared: boolean;
  /** Id and checksum of each package that is offered. */
  readonly facts: readonly SliceRow[];
  /** JSON of these packages, of their tasks, of what they come from, and of the ids of those that are not offered. */
  readonly packagesText: string;
  readonly taskIdsText: string;
  readonly sourcesText: string;
  readonly staleIdsText: string;
}

const manifests = prepareQuery("workout-manifest", (from, slot: Slots<ManifestKey>) =>
  from
    .selectFrom(
      sql<ManifestRow>`(
        select ${scopeFacts}, ${ownDevice(slot)} as device, ${isUnprepared} as unprepared, offered.*
        from ${ownScope(slot)}
        cross join lateral (
          select
            coalesce(json_agg(json_build_object('id', package.id, 'revision', package.package_checksum))
              filter (where ${isOffered}), '[]') as facts,
            coalesce(json_agg(${packageMetadata} order by package.local_date, package.id)
              filter (where ${isOffered}), '[]')::text as "packagesText",
            coalesce(json_agg(package.task_id order by package.local_date, package.id)
              filter (where ${isOffered}), '[]')::text as "taskIdsText",
            coalesce(jsonb_agg(distinct ${packageSource}::jsonb)
              filter (where ${isOffered}), '[]')::text as "sourcesText",
            coalesce(json_agg(package.id order by package.id)
              filter (where not ${isOffered}), '[]')::text as "staleIdsText"
          from workout_package package
          where package.relationship_id = relationship.id
            and package.local_date between coalesce(${slot("from")}::date, calendar.local_date - 1)
              and coalesce(${slot("to")}::date, calendar.local_date + ${sql.lit(MANIFEST_DAYS - 2)}::int)
        ) offered)`.as("manifest"),
    )
    .selectAll(),
);

/** What whoever signs in may take along of some days, from one snapshot; null where they are nobody's client. */
export async function findManifest(
  on: SqlEntityManager | QueryExecutor,
  key: ManifestKey,
): Promise<ManifestRow | null> {
  const [found] = await manifests(on, key);
  return found ?? null;
}

/** Whose package is read, of which task, and which they keep. */
export interface PackageKey extends PhoneKey {
  readonly taskId: string;
  /** Checksum of it; null for none. */
  readonly heldChecksum: string | null;
}

/** The package of a task, as far as it is made in the database. */
export interface PackageRow extends PackageScope {
  readonly unprepared: boolean;
  /** Null where none is offered. */
  readonly packageChecksum: string | null;
  /** JSON of it; null where it is as it is kept, too. */
  readonly packageText: string | null;
}

const packages = prepareQuery("workout-package", (from, slot: Slots<PackageKey>) =>
  from
    .selectFrom(
      sql<PackageRow>`(
        select ${scopeFacts}, ${ownDevice(slot)} as device, ${isUnprepared} as unprepared,
          package.package_checksum as "packageChecksum",
          case when package.package_checksum is distinct from ${slot("heldChecksum")}::text then (
            select (${wholePackage})::text
            from workout_snapshot snapshot
            where snapshot.workspace_id = package.workspace_id
              and snapshot.checksum = package.snapshot_checksum) end as "packageText"
        from ${ownScope(slot)}
        left join workout_package package on package.relationship_id = relationship.id
          and package.task_id = ${slot("taskId")}::uuid and package.superseded_at is null)`.as(
        "one",
      ),
    )
    .selectAll(),
);

/** The package of a task of whoever signs in, from one snapshot; null where they are nobody's client. */
export async function findPackage(
  on: SqlEntityManager | QueryExecutor,
  key: PackageKey,
): Promise<PackageRow | null> {
  const [found] = await packages(on, key);
  return found ?? null;
}

/** Whose packages have changed since which counter. */
export interface DeltaKey extends PhoneKey {
  readonly sinceSeq: number;
}

/** What became of packages since a counter, as far as it is made in the database. */
export interface DeltaRow extends PackageScope {
  /** None of the changes was pruned. */
  readonly changesKept: boolean;
  /** JSON of packages that are offered, of ids of those that are not, of their tasks and sources that have none left. */
  readonly changedText: string;
  readonly deletedText: string;
  readonly invalidatedText: string;
  readonly supersededText: string;
}

const ofPackage = expressionBuilder<
  Tables & { readonly package: Tables["workoutPackage"] },
  "package"
>();

/** Whether something offered of the relationship is the same as `package` in all of these. */
const hasOther = (...same: readonly ("assignmentId" | "sourceRevision" | "taskId")[]) =>
  ofPackage.exists(
    ofPackage
      .selectFrom("workoutPackage as other")
      .select("other.id")
      .whereRef("other.relationshipId", "=", "package.relationshipId")
      .where("other.supersededAt", "is", null)
      .where("other.expiresAt", ">", clockNow)
      .where(({ and, eb, ref }) =>
        and(same.map((name) => eb(`other.${name}`, "=", ref(`package.${name}`)))),
      ),
  );
const hasTask = hasOther("taskId");
const hasSource = hasOther("assignmentId", "sourceRevision");

const deltas = prepareQuery("workout-delta", (from, slot: Slots<DeltaKey>) =>
  from
    .selectFrom(
      sql<DeltaRow>`(
        select ${scopeFacts}, ${ownDevice(slot)} as device,
          ${isWholeSince(slot("sinceSeq"))} as "changesKept", delta.*
        from ${ownScope(slot)}
        cross join lateral (
          select
            coalesce(json_agg(${packageMetadata} order by package.local_date, package.id)
              filter (where ${isOffered}), '[]')::text as "changedText",
            coalesce(json_agg(named.id order by named.id)
              filter (where package.id is null or not ${isOffered}), '[]')::text as "deletedText",
            coalesce(jsonb_agg(distinct package.task_id)
              filter (where not ${isOffered} and not ${hasTask}), '[]')::text as "invalidatedText",
            coalesce(jsonb_agg(distinct ${packageSource}::jsonb)
              filter (where not ${isOffered} and not ${hasSource}), '[]')::text as "supersededText"
          from (
            select distinct changed.id::uuid as id from scope_change change
            cross join lateral jsonb_array_elements_text(change.changes -> 'workout_package') changed (id)
            where change.relationship_id = relationship.id
              and change.seq > ${slot("sinceSeq")}::bigint
          ) named
          left join workout_package package on package.id = named.id
        ) delta)`.as("delta"),
    )
    .selectAll(),
);

/** What became of the packages of whoever signs in, from one snapshot; null where they are nobody's client. */
export async function findDelta(
  on: SqlEntityManager | QueryExecutor,
  key: DeltaKey,
): Promise<DeltaRow | null> {
  const [found] = await deltas(on, key);
  return found ?? null;
}
