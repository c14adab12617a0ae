import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { noteFeature } from "./note-feature.ts";

const features = [quickLogFeature, noteFeature().feature];

/** The product's route, with one feature more. */
export function withNotes(endpoint: Endpoint): Endpoint {
  if (endpoint.kind !== "door") return endpoint;
  return {
    ...endpoint,
    handle: (input: Parameters<typeof endpoint.handle>[0]) => {
      const { deps } = input;
      const admission = { ...deps.admission, features };
      return endpoint.handle({ ...input, deps: { ...deps, admission } });
    },
  };
}
