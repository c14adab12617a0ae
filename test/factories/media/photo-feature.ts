import { z } from "zod";
import type {
  OperationFeature,
  ReadyOperation,
} from "../../../activities/sync/operation-feature.ts";
import type { Decision } from "../../../rules/sync/decision.ts";
import { readBy } from "../sync/features/read-by.ts";
import { loadNothing } from "../sync/features/with-copy.ts";

const photoSchema = z.strictObject({ text: z.string(), fault: z.boolean().optional() });
type Photo = z.output<typeof photoSchema>;

/** Operation types of {@link photoFeature}: one waits for its photos, the other does not. */
export const KEEP_PHOTO = "test.keep-photo";
export const KEEP_PHOTO_EARLY = "test.keep-photo-early";

/** Opens a test feature whose operations have photos; it records the photos it received. */
export function photoFeature() {
  const decided: ReadyOperation<Photo>[] = [];
  const type = {
    principals: ["CLIENT"],
    requiresRevision: false,
    versions: new Map([[1, readBy(photoSchema)]]),
  } as const;
  const attachments = [
    { purpose: "PROGRESS_PHOTO", most: 2 },
    { purpose: "VOICE_NOTE", most: 2 },
  ] as const;
  const late = attachments.map((rule) => ({ ...rule, takesPending: true as const }));
  const decide = (operation: ReadyOperation<Photo>): Decision => {
    if (operation.intent.fault === true) throw new Error("This photo is too much");
    decided.push(operation);
    const { receiptId } = operation;
    const made = { canonicalRecordId: receiptId, canonicalIds: [], refetch: [] };
    return { accepted: true, revision: 1, ...made };
  };
  const feature: OperationFeature<Photo> = {
    operationTypes: new Map([
      [KEEP_PHOTO, { ...type, attachments }],
      [KEEP_PHOTO_EARLY, { ...type, attachments: late }],
    ]),
    load: loadNothing(decide),
  };
  return { feature, decided };
}
