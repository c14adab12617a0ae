import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { sessionsQuery } from "../client-queries.ts";
import { SessionCard } from "./session-card.tsx";
import { sessionState } from "./session-state.ts";

/** The workouts of a client, and one of them beside its plan. */
export function WorkoutsTab({ place, client }: TabProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { api } = useConsole();
  const { session } = useSearch({ from: "/clients/$relationshipId/$tab" });
  const sessions = useQuery(sessionsQuery(api, place));
  if (sessions.isPending) return <Loading />;
  if (sessions.isError)
    return <Failed error={sessions.error} retry={() => void sessions.refetch()} />;
  const { items } = sessions.data;
  const shown = session ?? items[0]?.sessionId;
  if (shown === undefined)
    return (
      <Empty title={t("client.noWorkouts")}>
        <p>{t("client.noWorkoutsLead")}</p>
      </Empty>
    );
  return (
    <div className="two">
      <SessionCard key={shown} place={place} client={client} sessionId={shown} />
      <nav className="card" aria-label={t("client.sessions")}>
        <header>
          <h2>{t("client.sessions")}</h2>
        </header>
        {items.map((item) => {
          const state = sessionState(item);
          return (
            <Link
              key={item.sessionId}
              className="line plain"
              to="/clients/$relationshipId/$tab"
              params={{ relationshipId: place.relationshipId, tab: "workouts" }}
              search={{ session: item.sessionId }}
              aria-current={item.sessionId === shown ? "true" : undefined}
            >
              <span className="grow">
                <b>{item.title}</b>
                <br />
                <span className="meta">
                  {formats.localDate(item.localDate)} ·{" "}
                  {t("client.ofSets", { done: item.setsDone, sets: item.setsAsked })}
                </span>
              </span>
              <span className={`tag ${state === "REVIEWED" ? "done" : ""}`}>
                {known("client.session.", state, "client.session.OTHER")}
              </span>
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
