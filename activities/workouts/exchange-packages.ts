import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  type NewPackage,
  type OfferedPackage,
  putPackages,
  supersedePackages,
} from "../../db/workouts/packages.ts";
import type { PackageChanges } from "../../rules/workouts/compare-packages.ts";

/**
 * Replaces offered packages by others, records the changes for devices and emits events. It writes nothing if nothing
 * changed. The caller holds the scopes' locks.
 */
export async function exchangePackages(
  tx: Tx,
  { gone, missing }: PackageChanges<NewPackage, Pick<OfferedPackage, "id" | "relationshipId">>,
  origin: { readonly now: Date; readonly requestId: string | null },
): Promise<ExchangedPackages> {
  const { now } = origin;
  const goneIds = gone.map(({ id }) => id);
  if (gone.length > 0) await supersedePackages(tx, goneIds, now);
  const put = missing.length > 0 ? await putPackages(tx, missing, now) : [];
  await recordScopeChanges(tx, changesOf([...gone, ...put]), now);
  const fresh = new Set(missing.map(({ id }) => id));
  await appendEvents(tx, put.filter(({ id }) => fresh.has(id)).map(prepared), origin);
  return { offered: put.map(({ id }) => id), gone: goneIds };
}

/** The result of exchanging packages, by id. */
export interface ExchangedPackages {
  /** Offered from now on, new or again. */
  readonly offered: readonly string[];
  /** No longer offered. */
  readonly gone: readonly string[];
}

/** Scope changes of each relationship. */
function changesOf(changed: readonly { readonly id: string; readonly relationshipId: string }[]) {
  const byScope = Map.groupBy(changed, ({ relationshipId }) => relationshipId);
  return [...byScope].map(([relationshipId, packages]) => ({
    relationshipId,
    changes: { workout_package: packages.map(({ id }) => id) },
  }));
}

/** Emitted once for each package; one that is offered again had its event before. */
function prepared({
  id,
  relationshipId,
  taskId,
  sourceRevision,
}: Awaited<ReturnType<typeof putPackages>>[number]): DomainEvent {
  const type = "OfflineWorkoutPackagePrepared";
  const refs = { relationshipId, taskId };
  return { eventId: idFrom(id, type), type, subjectId: id, version: sourceRevision, refs };
}
