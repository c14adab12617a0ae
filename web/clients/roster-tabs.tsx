import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";
import { SavedViewsButton } from "../kit/saved-views/saved-views-button.tsx";
import { useSavedViews } from "../kit/saved-views/use-saved-views.ts";
import { describeRoster } from "./describe-roster.ts";
import { type RosterSearch, rosterSearch } from "./roster-search.ts";
import { ROSTER_VIEWS, type Reader } from "./roster-views.ts";

/** The views with the number of clients in each. Each is an address. */
export function RosterTabs({ clients, search, reader, open }: RosterTabsProps): ReactNode {
  const texts = useTexts();
  const { t, formats } = texts;
  const current = search.view ?? "attention";
  const codes = { ...search, view: current, sort: search.sort ?? "ATTENTION" };
  const saved = useSavedViews("clients", codes);
  // Ended clients are read apart from the others, so only one of the two kinds can be counted.
  const isRead = (id: string) => (id === "ended") === (current === "ended");
  return (
    <nav className="tabs" aria-label={t("clients.views")}>
      {ROSTER_VIEWS.map(({ id, has }) => (
        <Link
          key={id}
          from="/clients"
          to="/clients"
          // From a saved view it leads to the view itself.
          search={(before) => (saved.current === null ? { ...before, view: id } : { view: id })}
          activeOptions={EXACT}
          aria-current={id === current && saved.current === null ? "page" : undefined}
        >
          {t(`clients.view.${id}`)}
          {isRead(id) && (
            <span className="n">
              {formats.number(clients.filter((client) => has(client, reader)).length)}
            </span>
          )}
        </Link>
      ))}
      {saved.views.map((view) => (
        <Link
          key={view.id}
          from="/clients"
          to="/clients"
          search={rosterSearch(view.codes)}
          activeOptions={EXACT}
          aria-current={view === saved.current ? "page" : undefined}
        >
          {view.name}
        </Link>
      ))}
      <SavedViewsButton
        saved={saved}
        codes={codes}
        describe={(shown) => describeRoster(texts, shown, clients)}
        clientNames={clients.map(({ client }) => client.displayName)}
        open={(view) => open(rosterSearch(view.codes))}
      />
    </nav>
  );
}

/** Otherwise each tab would be the current one whose filters are among those of the address. */
const EXACT = { exact: true } as const;

interface RosterTabsProps {
  readonly clients: readonly RosterClient[];
  /** The view, the order and the filters of the address. */
  readonly search: RosterSearch;
  readonly reader: Reader;
  readonly open: (search: RosterSearch) => void;
}
