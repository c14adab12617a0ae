import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useConsole } from "../frame/console-context.ts";
import { useTexts } from "../texts/use-texts.ts";
import { type ClientPlace, clientTasksQuery } from "./client-queries.ts";
import { CLIENT_TABS, type ClientTab, toReview } from "./client-tabs.ts";

/** The tabs of a client. Those with something to review say how much. */
export function TabLinks({ place, shown }: TabLinksProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const tasks = useQuery(clientTasksQuery(api, place));
  const counts = toReview(tasks.data?.items ?? []);
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll; the open one stays visible.
  useEffect(() => {
    const open = tabs.current?.querySelector('[aria-current="page"]');
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  return (
    <nav ref={tabs} className="tabs" aria-label={t("client.tabs")}>
      {CLIENT_TABS.map((name) => {
        const count = counts[name] ?? 0;
        return (
          <Link
            key={name}
            to="/clients/$relationshipId/$tab"
            params={{ relationshipId: place.relationshipId, tab: name }}
            aria-current={name === shown ? "page" : undefined}
          >
            {t(`client.tab.${name}`)}
            {count > 0 && (
              <>
                <span className="n" aria-hidden="true">
                  {formats.number(count)}
                </span>
                <span className="vh">{t("client.toReview", { count })}</span>
              </>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

interface TabLinksProps {
  readonly place: ClientPlace;
  readonly shown: ClientTab;
}
