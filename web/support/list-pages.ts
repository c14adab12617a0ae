import type { ReactNode } from "react";
import { GrantsPage } from "./admin/grants-page.tsx";
import { ProvidersPage } from "./admin/providers-page.tsx";
import { ThumbnailsPage } from "./admin/thumbnails-page.tsx";
import { PurgeOrdersPage } from "./devices/purge-orders-page.tsx";
import { QuarantinePage } from "./operations/quarantine-page.tsx";
import type { ListPageProps, ListPart } from "./support-place.ts";

/** The lists of support; those about people's records need a reason. */
export const LIST_PAGES: Readonly<Record<ListPart, ListPage>> = {
  quarantine: { List: QuarantinePage, needsReason: true },
  "purge-orders": { List: PurgeOrdersPage, needsReason: true },
  providers: { List: ProvidersPage, needsReason: false },
  grants: { List: GrantsPage, needsReason: false },
  thumbnails: { List: ThumbnailsPage, needsReason: false },
};

interface ListPage {
  readonly List: (props: ListPageProps) => ReactNode;
  readonly needsReason: boolean;
}
