import type { DayContent } from "./assigned-plan.ts";

/** Items of a plan that are completed separately; most plans have none. */
export function planItemsOf(content: DayContent): readonly PlanItem[] {
  return ("items" in content ? content.items : undefined) ?? [];
}

type PlanItem = NonNullable<Extract<DayContent, { readonly items?: unknown }>["items"]>[number];

/** @throws RangeError for an item without a key; every stored item has one. */
export function keyOf({ itemKey }: { readonly itemKey?: string | undefined }): string {
  if (itemKey === undefined) throw new RangeError("The item has no key");
  return itemKey;
}
