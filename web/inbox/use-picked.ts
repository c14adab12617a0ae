import { useCallback, useState } from "react";
import type { InboxTask } from "./inbox-query.ts";

/** The rows that are picked for one act on many. They never enter the address. */
export function usePicked(tasks: readonly InboxTask[]): Picked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const picked = ids.size === 0 ? NO_TASKS : tasks.filter(({ taskId }) => ids.has(taskId));
  // The same function in each render, so that a row is not drawn again for it.
  const toggle = useCallback<Picked["toggle"]>(
    ({ taskId }) =>
      setIds((known) =>
        known.has(taskId) ? withoutId(known, taskId) : new Set([...known, taskId]),
      ),
    [],
  );
  return {
    tasks: picked,
    // A row that left the list is no longer picked.
    ids: new Set(picked.map(({ taskId }) => taskId)),
    toggle,
    add: ({ taskId }) => setIds((known) => new Set([...known, taskId])),
    clear: () => setIds(new Set()),
  };
}

export interface Picked {
  readonly tasks: readonly InboxTask[];
  readonly ids: ReadonlySet<string>;
  readonly toggle: (task: InboxTask) => void;
  readonly add: (task: InboxTask) => void;
  readonly clear: () => void;
}

const NO_TASKS: readonly InboxTask[] = [];

const withoutId = (ids: ReadonlySet<string>, id: string) =>
  new Set([...ids].filter((other) => other !== id));
