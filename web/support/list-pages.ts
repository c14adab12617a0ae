import type { ReactNode } from "react";
import { PurgeOrdersPage } from "./devices/purge-orders-page.tsx";
import { QuarantinePage } from "./operations/quarantine-page.tsx";
import type { ListPageProps, ListPart } from "./support-place.ts";

/** The lists of support; those about people's records need a reason. */
export const LIST_PAGES: Readonly<Record<ListPart, ListPage>> = {
  quarantine: { List: QuarantinePage, needsReason: true },
  "purge-orders": { List: PurgeOrdersPage, needsReason: true },
};

interface ListPage {
  readonly List: (props: ListPageProps) => ReactNode;
  readonly needsReason: boolean;
}
