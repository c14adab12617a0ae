import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { sessionsQuery } from "../client-queries.ts";
import { ReadState } from "../read-state.tsx";
import { useClientAddress } from "../use-client-address.ts";
import { SessionCard } from "./session-card.tsx";
import { SessionLink } from "./session-link.tsx";

/** The workouts of a client, and one of them beside its plan. */
export function WorkoutsTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const navigate = useNavigate();
  const { session } = useClientAddress().search;
  const sessions = useInfiniteQuery(sessionsQuery(api, place));
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = session ?? items[0]?.sessionId;
  const at = items.findIndex(({ sessionId }) => sessionId === shown);
  const stepTo = (index: number) => {
    const found = at === -1 ? undefined : items[index]?.sessionId;
    if (found === undefined) return null;
    const { relationshipId } = place;
    return () =>
      void navigate({
        to: "/clients/$relationshipId/$tab",
        params: { relationshipId, tab: "workouts" },
        search: { session: found },
      });
  };
  const [before, next] = [stepTo(at - 1), stepTo(at + 1)];
  useKeys([
    {
      keys: ["j"],
      label: t("clientWorkouts.key.next"),
      isShown: true,
      isOff: next === null,
      run: () => next?.(),
    },
    {
      keys: ["k"],
      label: t("clientWorkouts.key.before"),
      isShown: true,
      isOff: before === null,
      run: () => before?.(),
    },
  ]);
  if (sessions.data === undefined) return <ReadState read={sessions} />;
  if (shown === undefined)
    return (
      <Empty title={t("client.noWorkouts")}>
        <p>{t("client.noWorkoutsLead")}</p>
      </Empty>
    );
  return (
    <>
      <ReadState read={sessions} />
      <div className="two">
        <SessionCard key={shown} place={place} client={client} sessionId={shown} next={next} />
        <nav className="card" aria-label={t("client.sessions")}>
          <header>
            <h2>{t("client.sessions")}</h2>
          </header>
          {items.map((item) => (
            <SessionLink
              key={item.sessionId}
              relationshipId={place.relationshipId}
              item={item}
              isShown={item.sessionId === shown}
            />
          ))}
          {sessions.hasNextPage && (
            <div className="in">
              <Button
                isPending={sessions.isFetchingNextPage}
                onPress={() => void sessions.fetchNextPage()}
              >
                {t("clientWorkouts.older")}
              </Button>
            </div>
          )}
        </nav>
      </div>
    </>
  );
}
