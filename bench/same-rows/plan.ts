import { z } from "zod";
import { Born } from "./own-texts.ts";
import { Pieces } from "./pieces.ts";

/** A text parameter; compressed if the table stores it compressed with zstd. */
const Given = z.object({ pieces: Pieces, packed: z.boolean() });
export type Given = z.infer<typeof Given>;

/** Everything that a server needs to write the same rows as one batch. */
export const SameRowsPlan = z.object({
  /** $1 is the device, $2 the relationship, $3 the operations, the rest is `batch`. */
  sql: z.string(),
  /** Columns of an operation, by name. */
  ops: z.array(z.object({ name: z.string(), given: Given })),
  batch: z.array(Given),
  born: z.array(Born),
  /** The product's answer. */
  answer: Pieces,
});
export type SameRowsPlan = z.infer<typeof SameRowsPlan>;
