import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { SavedViewsButton } from "../kit/saved-views/saved-views-button.tsx";
import { useSavedViews } from "../kit/saved-views/use-saved-views.ts";
import { type InboxFilter, filterCodes } from "./filter/inbox-filter.ts";
import { type InboxSearch, inboxSearch } from "./inbox-search.ts";
import type { Grouping } from "./list-entries.ts";
import { countOf, type InboxCounts, VIEWS, type ViewId, viewOf } from "./views.ts";

/** The views with their numbers. Each is an address. */
export function ViewTabs({
  current,
  grouping,
  filter,
  counts,
  clientNames,
  open,
}: ViewTabsProps): ReactNode {
  const { t, known, formats } = useTexts();
  const codes = { view: current, group: grouping, ...filterCodes(filter) };
  const saved = useSavedViews("inbox", codes);
  return (
    <nav className="tabs" aria-label={t("inbox.views")}>
      {VIEWS.map((view) => {
        const count = countOf(view, counts);
        return (
          <Link
            key={view.id}
            to="/inbox/{-$taskId}"
            params={{}}
            // From a saved view it leads to the view itself.
            search={({ group }) =>
              saved.current === null && group !== undefined
                ? { group, view: view.id }
                : { view: view.id }
            }
            activeOptions={EXACT}
            aria-current={view.id === current && saved.current === null ? "page" : undefined}
          >
            {t(view.name)}
            {count !== null && <span className="n">{formats.number(count)}</span>}
          </Link>
        );
      })}
      {saved.views.map((view) => (
        <Link
          key={view.id}
          to="/inbox/{-$taskId}"
          params={{}}
          search={inboxSearch(view.codes)}
          activeOptions={EXACT}
          aria-current={view === saved.current ? "page" : undefined}
        >
          {view.name}
        </Link>
      ))}
      <SavedViewsButton
        saved={saved}
        codes={codes}
        describe={({ view = "all", group = "score", type, coach }) =>
          [
            t(viewOf(view).name),
            ...(type === undefined ? [] : [known("inbox.type.", type, "inbox.type.OTHER")]),
            ...(coach === undefined ? [] : [t("inbox.filter.oneCoach")]),
            t(group === "client" ? "inbox.byClient" : "inbox.byScore"),
          ].join(", ")
        }
        clientNames={clientNames}
        open={(view) => open(inboxSearch(view.codes))}
      />
    </nav>
  );
}

/** Otherwise each tab would be the current one whose filters are among those of the address. */
const EXACT = { exact: true } as const;

interface ViewTabsProps {
  readonly current: ViewId;
  readonly grouping: Grouping;
  readonly filter: InboxFilter;
  readonly counts: InboxCounts | undefined;
  /** The clients of the rows, who may not stand in the name of a saved view. */
  readonly clientNames: readonly string[];
  readonly open: (search: InboxSearch) => void;
}
