/** The page that an address below `/support` names; null for an address without a page. */
export function supportPlace(part: string | undefined, itemId: string | undefined): Place | null {
  if (part === undefined) return { kind: "FIND" };
  const list = LISTS.find((known) => known === part);
  if (list !== undefined) return itemId === undefined ? { kind: "LIST", list } : null;
  const item = ITEMS.find((known) => known === part);
  return item === undefined || itemId === undefined ? null : { kind: "ITEM", item, itemId };
}

/** Pages that list something, as their address names them. */
const LISTS = ["quarantine", "purge-orders", "providers", "grants", "thumbnails"] as const;
export type ListPart = (typeof LISTS)[number];

/** Pages of one thing, which the next part of the address names by its id. */
export const ITEMS = [
  "people",
  "devices",
  "requests",
  "onboarding",
  "tasks",
  "operations",
] as const;
export type ItemPart = (typeof ITEMS)[number];

/** A page of support. */
export type Place =
  | { readonly kind: "FIND" }
  | { readonly kind: "LIST"; readonly list: ListPart }
  | { readonly kind: "ITEM"; readonly item: ItemPart; readonly itemId: string };

/** Props of a page about one thing. */
export interface ItemPageProps {
  readonly itemId: string;
  /** Whom its reason is about. */
  readonly subject: string;
}

/** Props of a list. */
export interface ListPageProps {
  /** Whom its reason is about: the list itself. */
  readonly subject: string;
}
