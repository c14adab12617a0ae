import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { Button } from "../../kit/button.tsx";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { daysOf } from "./days-of.ts";
import { NotHere } from "./not-here.tsx";
import { TimelineItem } from "./timeline-item.tsx";
import { timelineQuery } from "./timeline-query.ts";

/** A client's timeline by date at the client's place, newest first. */
export function TimelineTab({ place, client }: TabProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const timeline = useInfiniteQuery(timelineQuery(api, place));
  const members = useQuery(membersQuery(api, place.workspaceId));
  const names = new Map([
    ...(members.data ?? []).map(({ userId, displayName }) => [userId, displayName] as const),
    [client.clientUserId, client.clientDisplayName] as const,
  ]);
  const nameOf = (userId: string | null) =>
    (userId === null ? null : names.get(userId)) ?? t("timeline.formerMember");
  const days = daysOf(timeline.data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <div className="stack">
      <section className="card">
        <header>
          <h2>{t("client.tab.timeline")}</h2>
          <span className="grow" />
          <span className="meta">
            {t("timeline.times", { place: placeOfZone(client.timezone) })}
          </span>
        </header>
        {timeline.isPending && <Loading />}
        {timeline.isError && (
          <Failed error={timeline.error} retry={() => void timeline.refetch()} />
        )}
        {timeline.data && days.length === 0 && <Empty title={t("timeline.empty")} />}
        <div className="in stack">
          {days.map(({ localDate, entries }) => (
            <section key={localDate} className="time-day" aria-labelledby={`day-${localDate}`}>
              <h3 id={`day-${localDate}`}>{formats.localDate(localDate)}</h3>
              <ol className="time">
                {entries.map((entry) => (
                  <TimelineItem
                    key={`${entry.code} ${entry.at} ${JSON.stringify(entry.facts)}`}
                    entry={entry}
                    zone={client.timezone}
                    nameOf={nameOf}
                  />
                ))}
              </ol>
            </section>
          ))}
          {timeline.hasNextPage && (
            <div>
              <Button
                isPending={timeline.isFetchingNextPage}
                onPress={() => void timeline.fetchNextPage()}
              >
                {t("timeline.older")}
              </Button>
            </div>
          )}
        </div>
      </section>
      <NotHere />
    </div>
  );
}
