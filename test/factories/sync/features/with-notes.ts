import { operationFeatures } from "../../../../workers/operation-features.ts";
import { noteFeature } from "./note-feature.ts";
import { withFeatures } from "./with-features.ts";

/** The product's route with one more feature. */
export const withNotes = withFeatures([...operationFeatures, noteFeature().feature]);
