import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import type { SliceRow } from "../../contract/sync/slice-digest.ts";
import { MANIFEST_DAYS } from "../../contract/sync/vocabulary.ts";
import { scopeFacts, ownScope } from "../agenda/today/agenda-parts.ts";
import type { AgendaScope } from "../agenda/today/queries.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";
import { isWholeSince } from "../platform/scopes/changes-since.ts";
import {
  isOffered,
  isUnprepared,
  ownDevice,
  packageMetadata,
  packageSource,
  type PhoneKey,
  wholePackage,
} from "./package-parts.ts";

/**
 * The relationship whose packages are read, and the reading device; null if it is not the reader's, or was revoked.
 */
export interface PackageScope extends AgendaScope {
  readonly device: { readonly deviceId: string; readonly appSessionId: string | null } | null;
}

/** The days of a manifest; both null for those around the present one. */
export interface ManifestKey extends PhoneKey {
  readonly from: string | null;
  readonly to: string | null;
}

/** The parts of a manifest that the database builds. */
export interface ManifestRow extends PackageScope {
  /** Whether a package for an open workout is not prepared yet. */
  readonly unprepared: boolean;
  /** Id and checksum of each offered package. */
  readonly facts: readonly SliceRow[];
  /** JSON of these packages, of their task ids and sources, and of the ids of packages no longer offered. */
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

/** The manifest of some days for the signed-in user, from one snapshot; null if they are nobody's client. */
export async function findManifest(
  on: SqlEntityManager | QueryExecutor,
  key: ManifestKey,
): Promise<ManifestRow | null> {
  const [found] = await manifests(on, key);
  return found ?? null;
}

/** The reader, the task, and the package that they already have. */
export interface PackageKey extends PhoneKey {
  readonly taskId: string;
  /** Checksum of that package; null for none. */
  readonly knownChecksum: string | null;
}

/** The parts of a task's package that the database builds. */
export interface PackageRow extends PackageScope {
  readonly unprepared: boolean;
  /** Null if none is offered. */
  readonly packageChecksum: string | null;
  /** Its JSON; null also if the reader already has it. */
  readonly packageText: string | null;
}

const packages = prepareQuery("workout-package", (from, slot: Slots<PackageKey>) =>
  from
    .selectFrom(
      sql<PackageRow>`(
        select ${scopeFacts}, ${ownDevice(slot)} as device, ${isUnprepared} as unprepared,
          package.package_checksum as "packageChecksum",
          case when package.package_checksum is distinct from ${slot("knownChecksum")}::text then (
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

/** The package of a task for the signed-in user, from one snapshot; null if they are nobody's client. */
export async function findPackage(
  on: SqlEntityManager | QueryExecutor,
  key: PackageKey,
): Promise<PackageRow | null> {
  const [found] = await packages(on, key);
  return found ?? null;
}

/** The reader, and the counter since which changes are wanted. */
export interface DeltaKey extends PhoneKey {
  readonly sinceSeq: number;
}

/** The parts of a delta of packages that the database builds. */
export interface DeltaRow extends PackageScope {
  /** Whether none of the changes was pruned. */
  readonly changesKept: boolean;
  /** JSON of offered packages, of the ids of withdrawn ones, and of their tasks and sources without any left. */
  readonly changedText: string;
  readonly deletedText: string;
  readonly invalidatedText: string;
  readonly supersededText: string;
}

const ofPackage = expressionBuilder<
  Tables & { readonly package: Tables["workoutPackage"] },
  "package"
>();

/** Whether an offered package of the relationship equals `package` in all of these columns. */
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

/** The changes of packages for the signed-in user, from one snapshot; null if they are nobody's client. */
export async function findDelta(
  on: SqlEntityManager | QueryExecutor,
  key: DeltaKey,
): Promise<DeltaRow | null> {
  const [found] = await deltas(on, key);
  return found ?? null;
}
