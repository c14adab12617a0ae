import type {
  OperationFeature,
  WorkingCopy,
} from "../../../../activities/sync/operation-feature.ts";

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

/** The loader of a feature that neither reads nor writes. */
export function loadNothing<Intent>(
  decide: WorkingCopy<Intent>["decide"],
): OperationFeature<Intent>["load"] {
  const writes = () => ({ statements: [], changes: {}, events: [] });
  return () => async () => ({ copy: () => async () => ({ decide, writes }) });
}
