import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { isNarrowing } from "../filter/inbox-filter.ts";
import { type InboxPlace, type InboxTask, inboxQuery } from "../inbox-query.ts";
import { type Grouping, type ListEntry, arrangeRows } from "../list-entries.ts";
import { useSteadyRows } from "../use-steady-rows.ts";
import { viewOf } from "../views.ts";

/** The rows of a view, page by page. Below the end of all open ones stand the snoozed ones. */
export function useInboxRows({ place, grouping, leaving, hasSnoozed }: RowsWanted): InboxRows {
  const { api } = useConsole();
  const { view, filter } = place;
  const list = useInfiniteQuery(inboxQuery(api, place));
  const { type, coach } = filter;
  const name = [view.id, type, coach].join(" ");
  const { shown, waiting, showWaiting } = useSteadyRows(name, list.data?.pages ?? NO_PAGES);
  const isWhole = list.data !== undefined && !list.hasNextPage;
  const wantsSnoozed = view.id === "all" && !isNarrowing(filter) && hasSnoozed && isWhole;
  const snoozed = useInfiniteQuery({
    ...inboxQuery(api, { ...place, view: viewOf("snoozed") }),
    enabled: wantsSnoozed,
  });
  const snoozedPages = wantsSnoozed ? snoozed.data?.pages : undefined;
  const asleep = useMemo(() => snoozedPages?.flatMap(({ items }) => items) ?? [], [snoozedPages]);
  // A key that moves the cursor through thousands of rows must not arrange them anew.
  const { entries, tasks } = useMemo(
    () => arrangeRows({ shown, asleep, leaving, grouping }),
    [shown, asleep, leaving, grouping],
  );
  const isRead = !list.isPending && !(wantsSnoozed && snoozed.isPending);
  return { list, entries, tasks, waiting, showWaiting, isRead };
}

interface RowsWanted {
  readonly place: InboxPlace;
  readonly grouping: Grouping;
  /** Ids of rows that an act removes while its answer is awaited. */
  readonly leaving: ReadonlySet<string>;
  /** Whether any task is snoozed. */
  readonly hasSnoozed: boolean;
}

interface InboxRows {
  readonly list: UseInfiniteQueryResult<{
    readonly pages: readonly {
      readonly items: readonly InboxTask[];
      readonly shownThrough: string | null;
    }[];
  }>;
  readonly entries: readonly ListEntry[];
  /** The tasks among the lines, snoozed ones last. */
  readonly tasks: readonly InboxTask[];
  /** New rows, which the coach has not asked for yet. */
  readonly waiting: readonly InboxTask[];
  readonly showWaiting: () => void;
  /** False while rows may still follow that the list does not have yet. */
  readonly isRead: boolean;
}

const NO_PAGES: readonly { readonly items: readonly InboxTask[] }[] = [];
