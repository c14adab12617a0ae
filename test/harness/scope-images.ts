import { readFileSync } from "node:fs";
import * as z from "zod";
import { findTestPart } from "./context.ts";

/** The rows that a building step leaves behind, by table. */
const Rows = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type Rows = z.infer<typeof Rows>;

const Image = z.object({
  /** As JSON, in which ids are replaced. */
  rows: z.string(),
  tables: z.array(z.string()),
  /** Ids that were created with it; every copy gets its own. */
  ownIds: z.array(z.string()),
  /** When it was recorded. */
  at: z.string(),
});
export type Image = z.infer<typeof Image>;

/** A coach, one of her clients in onboarding and his agenda of a day, as the product's acts made them. */
const ScopeImages = z.object({
  coach: Image,
  relationship: Image,
  agenda: Image,
  /** All three steps as one. */
  day: Image,
  /** The same with one of his phones. */
  scope: Image,
  ids: z.object({
    coachUserId: z.string(),
    workspaceId: z.string(),
    coachSubject: z.string(),
    formVersionId: z.string(),
    relationshipId: z.string(),
    clientUserId: z.string(),
    clientSubject: z.string(),
    clientContact: z.string(),
    clientSession: z.string(),
    invitationId: z.string(),
    assignmentIds: z.array(z.string()),
    deviceId: z.string(),
  }),
  /** The day of the agenda, in UTC. */
  localDate: z.string(),
});
export type ScopeImages = z.infer<typeof ScopeImages>;

let images: ScopeImages | null | undefined;

/** The images recorded when the run began; null where people are built only by the acts. */
export function findScopeImages(): ScopeImages | null {
  if (images !== undefined) return images;
  const file = findTestPart("scopeImages");
  images = file === undefined ? null : ScopeImages.parse(JSON.parse(readFileSync(file, "utf8")));
  return images;
}

/** The rows of an image with the ids of a copy. */
export function rowsUnder(image: Image, ids: ReadonlyMap<string, string>): Rows {
  const tails = new Map([...ids].map(([from, to]) => [from.slice(-TAIL), to.slice(-TAIL)]));
  const text = image.rows.replaceAll(
    ID_OR_TAIL,
    (found) => (found.length === TAIL ? tails.get(found) : ids.get(found)) ?? found,
  );
  return Rows.parse(JSON.parse(text));
}

// A slug ends with this many of the last digits of an id.
const TAIL = 12;
const ID_OR_TAIL = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=-)[\da-f]{12}(?![\da-f])/g;
