import * as z from "zod";

/** A span as a line of a span file. */
export type StoredSpan = z.infer<typeof storedSpanSchema>;

const ids = z.strictObject({ traceId: z.string(), spanId: z.string() });

/** A span as a line of a span file; `startMs` is its start in milliseconds since 1970. */
export const storedSpanSchema = z.strictObject({
  process: z.string(),
  ...ids.shape,
  parentId: z.string().nullable(),
  links: z.array(ids).readonly(),
  name: z.string(),
  startMs: z.number(),
  ms: z.number(),
  isFailed: z.boolean(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
