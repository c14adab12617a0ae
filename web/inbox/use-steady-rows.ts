import { useMemo, useState } from "react";
import type { InboxTask } from "./inbox-query.ts";
import { type KeptOrder, type SteadyRows, nextOrder, steadyRows } from "./steady-rows.ts";

/**
 * The rows of a view, which stay in place while they are read again. Another view begins anew. The rows are the same
 * list until a page or their order changes.
 */
export function useSteadyRows(
  view: string,
  read: readonly { readonly items: readonly InboxTask[] }[],
): SteadyRows<InboxTask> & { readonly showWaiting: () => void } {
  const pages = useMemo(() => read.map(({ items }) => items), [read]);
  const [kept, setKept] = useState<(KeptOrder & { readonly view: string }) | null>(null);
  const own = kept?.view === view ? kept : null;
  const order = useMemo(() => nextOrder(own, pages), [own, pages]);
  if (pages.length > 0 && order !== own) setKept({ ...order, view });
  const rows = useMemo(() => steadyRows(order, pages), [order, pages]);
  return { ...rows, showWaiting: () => setKept(null) };
}
