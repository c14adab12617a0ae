import { useState } from "react";
import type { InboxTask } from "./inbox-query.ts";
import { type KeptOrder, type SteadyRows, nextOrder, steadyRows } from "./steady-rows.ts";

/** The rows of a view, which stay in place while they are read again. Another view begins anew. */
export function useSteadyRows(
  view: string,
  pages: readonly (readonly InboxTask[])[],
): SteadyRows<InboxTask> & { readonly showWaiting: () => void } {
  const [kept, setKept] = useState<(KeptOrder & { readonly view: string }) | null>(null);
  const own = kept?.view === view ? kept : null;
  const order = nextOrder(own, pages);
  if (pages.length > 0 && order !== own) setKept({ ...order, view });
  return { ...steadyRows(order, pages), showWaiting: () => setKept(null) };
}
