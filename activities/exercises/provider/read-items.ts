import * as z from "zod";
import type { LeftOutItem } from "./exercise-provider.ts";

/**
 * Reads the items of a catalogue page one by one, and leaves out those of another shape
 * (docs/rooms/exercises.md#refresh).
 *
 * @param id shape of an item's id alone.
 * @returns null if more than one item and more than 5 % are left out: then the page has another shape.
 */
export function readItems<Item extends z.ZodType>(
  items: readonly unknown[],
  { item, id }: { readonly item: Item; readonly id: z.ZodType<string> },
): ReadItems<z.output<Item>> | null {
  const read: z.output<Item>[] = [];
  const leftOut: LeftOutItem[] = [];
  for (const one of items) {
    const parsed = item.safeParse(one);
    if (parsed.success) {
      read.push(parsed.data);
      continue;
    }
    const known = id.safeParse(one);
    const field = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    leftOut.push({ providerExerciseId: known.success ? known.data : null, field });
  }
  return leftOut.length > Math.max(1, items.length * MOST_LEFT_OUT_SHARE)
    ? null
    : { read, leftOut };
}

/** A provider's id of an item; PostgreSQL does not store all control characters. */
export const ItemId = z.string().regex(/^\P{Cc}{1,100}$/u);

const MOST_LEFT_OUT_SHARE = 0.05;

interface ReadItems<Item> {
  readonly read: readonly Item[];
  readonly leftOut: readonly LeftOutItem[];
}
