import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Icon } from "../../kit/icon.tsx";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { summaryQuery } from "../client-queries.ts";
import { addDays, dateAt } from "../local-dates.ts";
import { PlansCard } from "../plans/plans-card.tsx";
import { useClientAddress } from "../use-client-address.ts";
import { BaselineCard } from "./baseline-card.tsx";
import { DayTable } from "./day-table.tsx";
import { DayTiles } from "./day-tiles.tsx";
import { HowSkipsCount } from "./how-skips-count.tsx";
import { InboxCard } from "./inbox-card.tsx";
import { PhoneCard } from "./phone-card.tsx";
import { PinTask } from "./pin-task.tsx";
import { ReviewDay } from "./review-day.tsx";

/** A day of the client: what the server knows, the order of the phone, what waits in the inbox, and the review. */
export function TodayTab({ place, client }: TabProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const { day: asked } = useClientAddress().search;
  const date = dateAt(client.timezone, now);
  // After a change of zone, the present day may still be the date before or after the one at the client's place.
  const span =
    asked === undefined
      ? { from: addDays(date, -1), to: addDays(date, 1) }
      : { from: asked, to: asked };
  const summary = useQuery(summaryQuery(api, place, span));
  const day = summary.data?.days[0];
  // A process of an earlier version, as during an update, does not name it.
  const nextCheckIn = summary.data?.nextCheckIn ?? null;
  const isRunning = client.status !== "ENDED";
  const shownDate = day?.localDate ?? asked ?? date;
  return (
    <div className="two">
      <div className="stack">
        {summary.data && <DayTiles day={day} rollUps={summary.data.rollUps} />}
        {nextCheckIn !== null && (
          <p className="meta">
            {t("client.nextCheckIn", { date: formats.localDate(nextCheckIn) })}
          </p>
        )}
        <section className="card">
          <header>
            <h2>{t("client.dayOnServer", { date: formats.localDate(shownDate) })}</h2>
            <span className="grow" />
            <DayLink
              place={place}
              day={addDays(shownDate, -1)}
              icon="left"
              name="client.dayBefore"
            />
            {shownDate < date && (
              <DayLink
                place={place}
                day={addDays(shownDate, 1)}
                icon="right"
                name="client.dayAfter"
              />
            )}
          </header>
          {summary.isPending && <Loading rows={4} />}
          {summary.isError && <Failed error={summary.error} retry={() => void summary.refetch()} />}
          {summary.data && day === undefined && (
            <Empty title={t("client.noDay")}>
              <p>{t("client.noDayLead")}</p>
            </Empty>
          )}
          {day && <DayTable place={place} day={day} now={now} />}
        </section>
        <InboxCard place={place} />
        {day && summary.data && isRunning && (
          <div className="row-h wrap">
            <ReviewDay key={day.localDate} place={place} day={day} seenAt={summary.data.readAt} />
            <PinTask key={`pin ${day.localDate}`} place={place} day={day} />
            <HowSkipsCount />
          </div>
        )}
      </div>
      <div className="stack">
        {day && isRunning && <PhoneCard client={client} day={day} now={now} />}
        <PlansCard place={place} client={client} />
        <BaselineCard client={client} />
      </div>
    </div>
  );
}

function DayLink({ place, day, icon, name }: DayLinkProps): ReactNode {
  const { t } = useTexts();
  return (
    <Link
      className="btn quiet icon"
      aria-label={t(name)}
      to="/clients/$relationshipId/$tab"
      params={{ relationshipId: place.relationshipId, tab: "today" }}
      search={{ day }}
    >
      <Icon name={icon} />
    </Link>
  );
}

interface DayLinkProps {
  readonly place: TabProps["place"];
  readonly day: string;
  readonly icon: "left" | "right";
  readonly name: "client.dayBefore" | "client.dayAfter";
}
