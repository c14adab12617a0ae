import { getRouteApi } from "@tanstack/react-router";
import { type InboxFilter, filterCodes } from "../filter/inbox-filter.ts";
import type { InboxTask } from "../inbox-query.ts";
import type { InboxSearch } from "../inbox-search.ts";
import { type Grouping, neighbourOf } from "../list-entries.ts";
import type { Picked } from "../use-picked.ts";
import type { ViewId } from "../views.ts";
import type { InboxAddress } from "./use-inbox-address.ts";

const route = getRouteApi("/inbox/{-$taskId}");

/** The moves of the inbox: each changes the address, which says what is shown. */
export function useInboxMoves({ tasks, current, picked, taskId, search }: MovesOf): InboxMoves {
  const navigate = route.useNavigate();
  /** Shows another list, in which nothing is open or selected. */
  const change = (changed: InboxSearch) => {
    picked.clear();
    void navigate({ params: { taskId: undefined }, search: changed });
  };
  const goTo: InboxMoves["goTo"] = (id) =>
    void navigate({ params: { taskId: id ?? undefined }, search: true, replace: true });
  /** A filter belongs to the view for which it was chosen. */
  const wholeView = (view: ViewId): InboxSearch => ({
    ...(search.group && { group: search.group }),
    view,
  });
  return {
    goTo,
    step: (by) => goTo(neighbourOf(tasks, taskId, by)?.taskId ?? null),
    extend(by) {
      if (current !== null) picked.add(current);
      const next = neighbourOf(tasks, taskId, by);
      if (next === null) return;
      picked.add(next);
      goTo(next.taskId);
    },
    back() {
      if (picked.tasks.length > 0) picked.clear();
      else goTo(null);
    },
    show: (view) => change(wholeView(view)),
    showBeside: (view) => void navigate({ params: true, search: wholeView(view) }),
    arrange: (group) =>
      void navigate({ params: true, search: { ...search, group }, replace: true }),
    narrow({ type, coach }) {
      const { type: _type, coach: _coach, ...others } = search;
      change({ ...others, ...filterCodes({ type, coach }) });
    },
    change,
  };
}

interface MovesOf extends InboxAddress {
  readonly tasks: readonly InboxTask[];
  /** The open task, if the list shows it. */
  readonly current: InboxTask | null;
  readonly picked: Picked;
}

interface InboxMoves {
  /** Opens a task; null opens none. */
  readonly goTo: (taskId: string | null) => void;
  /** Moves the cursor by rows. */
  readonly step: (by: number) => void;
  /** Selects the rows on the way of the cursor. */
  readonly extend: (by: number) => void;
  /** Selects nothing any more, or closes the open task. */
  readonly back: () => void;
  /** Shows the whole of a view. */
  readonly show: (view: ViewId) => void;
  /** Shows another view beside the open task. */
  readonly showBeside: (view: ViewId) => void;
  readonly arrange: (grouping: Grouping) => void;
  readonly narrow: (filter: InboxFilter) => void;
  /** Shows the list of an address. */
  readonly change: (search: InboxSearch) => void;
}
