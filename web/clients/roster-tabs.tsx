import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import type { RosterClient } from "./roster-client.ts";
import { ROSTER_VIEWS, type Reader, type RosterViewId } from "./roster-views.ts";

/** The views with the number of clients in each. Each is an address. */
export function RosterTabs({ clients, current, reader }: RosterTabsProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <nav className="tabs" aria-label={t("clients.views")}>
      {ROSTER_VIEWS.map(({ id, has }) => (
        <Link
          key={id}
          from="/clients"
          to="/clients"
          search={(before) => ({ ...before, view: id })}
          aria-current={id === current ? "page" : undefined}
        >
          {t(`clients.view.${id}`)}
          <span className="n">
            {formats.number(clients.filter((client) => has(client, reader)).length)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

interface RosterTabsProps {
  readonly clients: readonly RosterClient[];
  readonly current: RosterViewId;
  readonly reader: Reader;
}
