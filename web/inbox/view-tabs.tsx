import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { countOf, type InboxCounts, VIEWS, type ViewId } from "./views.ts";

/** The views with their numbers. Each is an address. */
export function ViewTabs({ current, counts }: ViewTabsProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <nav className="tabs" aria-label={t("inbox.views")}>
      {VIEWS.map((view) => {
        const count = countOf(view, counts);
        return (
          <Link
            key={view.id}
            to="/inbox/{-$taskId}"
            params={{}}
            search={(before) => ({ ...before, view: view.id })}
            aria-current={view.id === current ? "page" : undefined}
          >
            {t(view.name)}
            {count !== null && <span className="n">{formats.number(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

interface ViewTabsProps {
  readonly current: ViewId;
  readonly counts: InboxCounts | undefined;
}
