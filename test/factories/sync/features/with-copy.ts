import { clientDay, type DayIntent } from "../../../../activities/client-day.ts";
import type {
  OperationFeature,
  WorkingCopy,
} from "../../../../activities/sync/operation-feature.ts";
import { operationFeatures } from "../../../../workers/operation-features.ts";

/** A feature whose working copies are changed before they are used for decisions. */
export function withCopy<Intent>(
  feature: OperationFeature<Intent>,
  change: (copy: WorkingCopy<Intent>) => WorkingCopy<Intent>,
): OperationFeature<Intent> {
  return {
    ...feature,
    load: (relationshipId, operations) => async (executor) => {
      const loaded = await feature.load(relationshipId, operations)(executor);
      return {
        copy: (scope, ready) => async (next) => change(await loaded.copy(scope, ready)(next)),
      };
    },
  };
}

/** Production's features, with changed working copies of the client's day. */
export function withDayCopy(
  change: (copy: WorkingCopy<DayIntent>) => WorkingCopy<DayIntent>,
): readonly OperationFeature[] {
  return operationFeatures.map((feature) =>
    feature === clientDay ? withCopy(clientDay, change) : feature,
  );
}

/** The loader of a feature that neither reads nor writes. */
export function loadNothing<Intent>(
  decide: WorkingCopy<Intent>["decide"],
): OperationFeature<Intent>["load"] {
  const writes = () => ({ statements: [], changes: {}, events: [] });
  return () => async () => ({ copy: () => async () => ({ decide, writes }) });
}
