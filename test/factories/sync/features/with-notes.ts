import { quickLogFeature } from "../../../../activities/quick-log/quick-log-feature.ts";
import { noteFeature } from "./note-feature.ts";
import { withFeatures } from "./with-features.ts";

/** The product's route with one more feature. */
export const withNotes = withFeatures([quickLogFeature, noteFeature().feature]);
