import type { Endpoint } from "../../../../api/endpoint.ts";
import type { OperationFeature } from "../../../../activities/sync/operation-feature.ts";

/** The product's routes, whose batches are admitted with these features. */
export function withFeatures(
  features: readonly OperationFeature[],
): (endpoint: Endpoint) => Endpoint {
  return (endpoint) => {
    if (endpoint.kind !== "unmanaged") return endpoint;
    return {
      ...endpoint,
      handle: (input: Parameters<typeof endpoint.handle>[0]) => {
        const { deps } = input;
        const admission = { ...deps.admission, features };
        return endpoint.handle({ ...input, deps: { ...deps, admission } });
      },
    };
  };
}
