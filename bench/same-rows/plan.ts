import { z } from "zod";
import { Born } from "./own-texts.ts";
import { Pieces } from "./pieces.ts";

/** A text that a statement is given; packed where the table keeps it packed by zstd. */
const Given = z.object({ pieces: Pieces, packed: z.boolean() });
export type Given = z.infer<typeof Given>;

/** All that a server needs that leaves the same rows as one batch did. */
export const SameRowsPlan = z.object({
  /** $1 is the device, $2 the relationship, $3 the operations, the rest is `batch`. */
  sql: z.string(),
  /** Columns of an operation, by name. */
  ops: z.array(z.object({ name: z.string(), given: Given })),
  batch: z.array(Given),
  born: z.array(Born),
  /** The answer that the product gave. */
  answer: Pieces,
});
export type SameRowsPlan = z.infer<typeof SameRowsPlan>;
