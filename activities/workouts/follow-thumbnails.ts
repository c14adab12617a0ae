import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { payloadChecksum } from "../../contract/canonical-form.ts";
import { listThumbnails } from "../../db/exercises/thumbnails/queries.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { lockScopes, MAX_SWEPT_SCOPES } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import {
  listPackagesToDress,
  listShowingOtherwise,
} from "../../db/workouts/list-packages-to-dress.ts";
import type { NewPackage } from "../../db/workouts/packages.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { type ShownThumbnails, withThumbnails } from "../../rules/workouts/packed-content.ts";
import { packageText } from "../../rules/workouts/packed-workout.ts";
import { bisectWork } from "../bisect-work.ts";
import { digestOfIds } from "../agenda/calendar/planned-task.ts";
import { NOT_TRIED, type Deliver } from "../outbox/deliver.ts";
import { exchangePackages } from "./exchange-packages.ts";
import { listShown } from "./pack-workouts.ts";

/**
 * Part of the consumer `workouts`: updates the pictures in offered packages when exercises show other pictures or
 * none (docs/rooms/workouts.md#packages). Present pictures are read again, so events of a whole library cause one
 * exchange of each package. None is missed: a package that was prepared from the former pictures is stored before the
 * event (db/exercises/thumbnails/lock-thumbnails.ts).
 */
export function followThumbnails(em: SqlEntityManager): Deliver {
  return async (rows, stop) => {
    if (rows.length === 0) return new Map();
    const failure = await followAll(em, [...new Set(rows.map((row) => row.subjectId))], stop);
    return new Map(failure === null ? [] : rows.map(({ id }) => [id, failure]));
  };
}

/** Slices of one delivery: a licence may concern every client who trains, and a row is leased for half a minute. */
const MOST_SLICES = 20;

/** There are more slices; finished ones are not found again. */
const MORE_LEFT: FailedDelivery = { kind: "LATER", failureClass: "MORE_LEFT", pauseMs: 0 };

async function followAll(
  em: SqlEntityManager,
  exerciseIds: readonly string[],
  stop: AbortSignal,
): Promise<FailedDelivery | null> {
  let failure: FailedDelivery | null = null;
  const fail = (error: unknown) => {
    failure = { kind: "FAULT", failureClass: faultClassOf(error) };
  };
  try {
    const shown = await listThumbnails(em.fork(), exerciseIds);
    const changed = exerciseIds.map((exerciseId) => {
      return { exerciseId, assetId: shown.get(exerciseId)?.assetId ?? null };
    });
    let after: string | null = null;
    for (let slice = 0; slice < MOST_SLICES; slice += 1) {
      if (stop.aborted) return NOT_TRIED;
      const page = { after, limit: MAX_SWEPT_SCOPES };
      const found: readonly string[] = await listShowingOtherwise(em.fork(), changed, page);
      await bisectWork(found, {
        together: (relationshipIds) => dressPackages(em, relationshipIds),
        alone: async (_, error) => fail(error),
      });
      after = found.at(-1) ?? null;
      if (found.length < MAX_SWEPT_SCOPES) return failure;
    }
  } catch (error) {
    fail(error);
  }
  return failure ?? MORE_LEFT;
}

/** @returns how many packages replaced another. */
async function dressPackages(
  em: SqlEntityManager,
  relationshipIds: readonly string[],
): Promise<number> {
  return await transact(em, async (tx) => {
    await lockScopes(tx, relationshipIds);
    const offered = await listPackagesToDress(tx, relationshipIds);
    const shown = await listShown(
      tx,
      offered.map(({ snapshot }) => snapshot),
    );
    const dressed = await Promise.all(
      offered.map(async (former) => ({ former, latter: await dress(former, shown) })),
    );
    const changed = dressed.filter(
      ({ former, latter }) => former.packageChecksum !== latter.packageChecksum,
    );
    const gone = changed.map(({ former }) => former);
    const missing = changed.map(({ latter }) => ({ ...latter, id: newId() }));
    await exchangePackages(tx, { gone, missing }, { now: await clockNow(tx), requestId: null });
    return changed.length;
  });
}

async function dress(former: NewPackage, shown: ShownThumbnails): Promise<NewPackage> {
  const { snapshot, snapshotChecksum } = former;
  const latter = { ...former, content: withThumbnails(former.content, snapshot, shown) };
  const text = packageText(latter, snapshotChecksum);
  return { ...latter, packageChecksum: await payloadChecksum(text, digestOfIds) };
}
