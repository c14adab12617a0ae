import { Refusal } from "../../contract/refusal.ts";
import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import type { DeltaAnswer, ManifestAnswer } from "../../contract/workouts/offline-schema.ts";
import { DRAFT_LIMITS } from "../../contract/workouts/vocabulary.ts";
import type { DeltaRow, ManifestRow, PackageRow } from "../../db/workouts/queries.ts";
import { showSameTime } from "../../rules/local-day.ts";
import { sha256 } from "../sha256.ts";

/** A manifest in wire form, JSON. */
export async function presentManifest(
  row: ManifestRow,
  cached: {
    readonly timezone?: string | undefined;
    readonly manifestChecksum?: string | undefined;
  },
  nextCursor: string,
): Promise<string> {
  const { relationshipId, timezone, now } = row;
  const manifestChecksum = await sliceDigest(row.facts, sha256);
  const unchanged = cached.manifestChecksum === manifestChecksum;
  const facts: ManifestFacts = {
    relationshipId,
    timezone,
    timezoneDiffers: cached.timezone !== undefined && !showSameTime(now, timezone, cached.timezone),
    manifestChecksum,
    unchanged,
    limits: DRAFT_LIMITS,
    nextCursor,
  };
  return objectOf(facts, {
    taskIds: row.taskIdsText,
    sourceRevisions: row.sourcesText,
    stalePackageIds: row.staleIdsText,
    ...(!unchanged && { packages: row.packagesText }),
  });
}

/** The parts of a manifest built in the process; the rest is text. */
type ManifestFacts = Omit<
  ManifestAnswer,
  "packages" | "taskIds" | "sourceRevisions" | "stalePackageIds"
>;

/** A package in wire form, JSON. @throws Refusal NOT_FOUND if none is offered. */
export function presentPackage({ packageChecksum, packageText }: PackageRow): string {
  if (packageChecksum === null) throw new Refusal("NOT_FOUND");
  const unchanged = packageText === null;
  return objectOf({ packageChecksum, unchanged }, unchanged ? {} : { package: packageText });
}

/** A delta in wire form, JSON. */
export function presentDelta(row: DeltaRow, nextCursor: string): string {
  const { relationshipId } = row;
  const facts: Pick<DeltaAnswer, "relationshipId" | "nextCursor"> = { relationshipId, nextCursor };
  return objectOf(facts, {
    changedPackages: row.changedText,
    invalidatedTaskIds: row.invalidatedText,
    supersededSources: row.supersededText,
    deletedPackageIds: row.deletedText,
  });
}

/** JSON of a non-empty object, and of members that are already JSON. */
function objectOf(facts: object, texts: Readonly<Record<string, string>>): string {
  const more = Object.entries(texts).map(([name, text]) => `,"${name}":${text}`);
  return `${JSON.stringify(facts).slice(0, -1)}${more.join("")}}`;
}
