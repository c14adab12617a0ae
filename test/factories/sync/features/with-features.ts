import type { Admit } from "../../../../activities/sync/admission/admission.ts";
import { composeAdmission } from "../../../../activities/sync/admission/compose-admission.ts";
import type { OperationFeature } from "../../../../activities/sync/operation-feature.ts";
import type { ApiDeps } from "../../../../api/api-deps.ts";
import type { Endpoint } from "../../../../api/endpoint.ts";
import { admissionDeps } from "../sync.ts";

/** The product's routes, whose batches are admitted with these features. */
export function withFeatures(
  features: readonly OperationFeature[],
): (endpoint: Endpoint) => Endpoint {
  const admits = new WeakMap<ApiDeps, Admit>();
  return (endpoint) => {
    if (endpoint.kind !== "unmanaged") return endpoint;
    return {
      ...endpoint,
      handle: (input: Parameters<typeof endpoint.handle>[0]) => {
        const { deps } = input;
        const { em } = deps.database;
        const admit =
          admits.get(deps) ?? composeAdmission({ ...admissionDeps(em, features), log: deps.log });
        admits.set(deps, admit);
        return endpoint.handle({ ...input, deps: { ...deps, features, admit } });
      },
    };
  };
}
