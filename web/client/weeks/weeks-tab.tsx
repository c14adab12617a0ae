import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { DayLegend } from "../../kit/days/day-strip.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { summaryQuery } from "../client-queries.ts";
import { addDays, dateAt, mondayOf } from "../local-dates.ts";
import { AdherenceCard } from "./adherence-card.tsx";
import { ChosenCard } from "./chosen-card.tsx";
import { firstDate } from "./chosen-day.ts";
import { WeekTable } from "./week-table.tsx";
import { weeksOf } from "./weeks-of.ts";

/** Eight weeks day by day, their adherence, and the day that is chosen. */
export function WeeksTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const [chosen, setChosen] = useState<string | null>(null);
  const today = dateAt(client.timezone, now);
  const sunday = addDays(mondayOf(today), 6);
  // An answer holds at most 31 dates, so eight weeks are two reads of 28 dates.
  const reads = useQueries({
    queries: [0, 1].map((back) =>
      summaryQuery(api, place, {
        from: addDays(sunday, -28 * (back + 1) + 1),
        to: addDays(sunday, -28 * back),
      }),
    ),
  });
  const failed = reads.find(({ isError }) => isError);
  const days = reads.flatMap(({ data }) => data?.days ?? []);
  const isRunning = client.status !== "ENDED";
  const weeks = weeksOf(days, { today, count: WEEKS, isRunning });
  // Until the newest weeks are read, the day to begin with is unknown.
  const shown = chosen ?? (reads[0]?.isPending === false ? firstDate(days, today) : null);
  const day = days.find(({ localDate }) => localDate === shown);
  return (
    <div className="stack">
      <section className="card">
        <header>
          <h2>{t("client.eightWeeks")}</h2>
          <span className="grow" />
          <span className="meta">{t("client.localDays", { name: client.clientDisplayName })}</span>
        </header>
        {reads.some(({ isPending }) => isPending) && <Loading rows={8} />}
        {failed && <Failed error={failed.error} retry={() => void failed.refetch()} />}
        <WeekTable weeks={weeks} chosen={shown} choose={setChosen} />
        <div className="in">
          <DayLegend />
        </div>
      </section>
      <div className="two">
        <AdherenceCard place={place} />
        <ChosenCard day={day} isChosen={chosen !== null} now={now} />
      </div>
    </div>
  );
}

const WEEKS = 8;
