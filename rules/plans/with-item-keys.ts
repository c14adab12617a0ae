import type { PlanContent } from "../../contract/plans/content-schema.ts";

/**
 * Gives each item of a plan its key. An item keeps the key it names if the plan ever had it; no two items share one.
 *
 * @param known keys that items of the plan have, or had.
 * @param newKey makes a key.
 */
export function withItemKeys(
  content: PlanContent,
  known: readonly string[],
  newKey: () => string,
): PlanContent {
  if (!("items" in content) || content.items === undefined) return content;
  const free = new Set(known);
  const items = content.items.map((item) => {
    const { itemKey } = item;
    const keeps = itemKey !== undefined && free.delete(itemKey);
    return { ...item, itemKey: keeps ? itemKey : newKey() };
  });
  return { ...content, items };
}
