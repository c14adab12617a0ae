import * as z from "zod";
import { localDateSchema } from "../wire.ts";
import { AGENDA_SLICE_PREFIX, SCOPE_SLICES, SLICE_LIMITS } from "./vocabulary.ts";

/** Name of a slice: a slice of the scope, or `agenda/<local day>`. */
const sliceNameSchema = z.string().refine(isSliceName, {
  error: `Expected ${SCOPE_SLICES.join(", ")} or agenda/YYYY-MM-DD`,
});

const sliceDigestSchema = z
  .string()
  .regex(/^sha-256:[0-9a-f]{64}$/, { error: "Expected sha-256:<64 lower case hex digits>" });

const cachedSliceSchema = z
  .strictObject({
    slice: sliceNameSchema,
    digest: sliceDigestSchema.nullable(),
  })
  .meta({
    id: "HeldSlice",
    description: "A slice and the digest of the device's cache of it, null if it has none.",
  });
export type CachedSlice = z.output<typeof cachedSliceSchema>;

/** Slices in a query: `scope=sha-256:...,agenda/2026-01-05`, each at most once. */
export const cachedSlicesSchema = z
  .string()
  .max(SLICE_LIMITS.textLength)
  .transform((text) => text.split(",").map(readCachedSlice))
  .pipe(
    z
      .array(cachedSliceSchema)
      .max(SLICE_LIMITS.slices)
      .refine((list) => new Set(list.map(({ slice }) => slice)).size === list.length, {
        error: "A slice is named twice",
      }),
  );

export const sliceStateSchema = z
  .strictObject({
    slice: sliceNameSchema,
    digest: sliceDigestSchema,
    path: z.string(),
  })
  .meta({
    id: "SliceState",
    description: "A slice as it is on the server, and where to read it.",
  });
export type SliceState = z.output<typeof sliceStateSchema>;

/** The local day of an agenda slice, null for the others. */
export function sliceDay(slice: string): string | null {
  return slice.startsWith(AGENDA_SLICE_PREFIX) ? slice.slice(AGENDA_SLICE_PREFIX.length) : null;
}

function isSliceName(name: string): boolean {
  const day = sliceDay(name);
  if (day !== null) return localDateSchema.safeParse(day).success;
  return SCOPE_SLICES.some((known) => known === name);
}

function readCachedSlice(text: string): { slice: string; digest: string | null } {
  const end = text.indexOf("=");
  if (end < 0) return { slice: text, digest: null };
  return { slice: text.slice(0, end), digest: text.slice(end + 1) };
}
