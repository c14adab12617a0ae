/**
 * The order in which rows are shown. Nothing moves under the pointer: a row that is read again keeps its place. A row
 * that comes back takes its old place, and rows of a further page follow. New rows wait until the coach asks for them,
 * unless no known row is left. It returns `kept` itself if nothing changes, so the same rows never lead to another
 * order.
 */
export function nextOrder(kept: KeptOrder | null, pages: readonly (readonly Row[])[]): KeptOrder {
  const found = pages.flat().map(({ taskId }) => taskId);
  if (kept === null || (found.length > 0 && !found.some((id) => kept.ids.has(id))))
    return { ids: new Set(found), pageCount: pages.length };
  if (pages.length === kept.pageCount) return kept;
  const further = pages.slice(kept.pageCount).flat();
  const ids = new Set([...kept.ids, ...further.map(({ taskId }) => taskId)]);
  return { ids, pageCount: pages.length };
}

/** Ids of rows in the order in which they are shown, and the number of pages that they come from. */
export interface KeptOrder {
  readonly ids: ReadonlySet<string>;
  readonly pageCount: number;
}

/** The rows that are shown, in their order, and those that wait. */
export function steadyRows<Task extends Row>(
  { ids }: KeptOrder,
  pages: readonly (readonly Task[])[],
): SteadyRows<Task> {
  const byId = new Map(pages.flat().map((task) => [task.taskId, task]));
  return {
    shown: [...ids].flatMap((id) => byId.get(id) ?? []),
    waiting: [...byId.values()].filter(({ taskId }) => !ids.has(taskId)),
  };
}

export interface SteadyRows<Task> {
  readonly shown: readonly Task[];
  readonly waiting: readonly Task[];
}

interface Row {
  readonly taskId: string;
}
