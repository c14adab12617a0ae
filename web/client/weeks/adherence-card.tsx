import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type ClientPlace, adherenceQuery } from "../client-queries.ts";
import { AdherenceChart } from "./adherence-chart.tsx";
import { ADHERENCE_SPANS, type AdherenceSpan, adherencePoints } from "./adherence-points.ts";

/** How much of the plan was done: over 7 or 28 dates day by day, or over 12 weeks. */
export function AdherenceCard({ place }: { readonly place: ClientPlace }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [span, setSpan] = useState<AdherenceSpan>("WEEKS_12");
  const adherence = useQuery(adherenceQuery(api, place));
  const points = adherence.data ? adherencePoints(adherence.data, span) : [];
  return (
    <section className="card">
      <header className="wrap">
        <h2>{t("client.adherence")}</h2>
        <span className="grow" />
        <div className="seg" role="group" aria-label={t("client.adherenceSpan")}>
          {ADHERENCE_SPANS.map((id) => (
            <button key={id} type="button" aria-pressed={id === span} onClick={() => setSpan(id)}>
              {t(`client.span.${id}`)}
            </button>
          ))}
        </div>
      </header>
      <div className="in stack">
        {adherence.isPending && <Loading rows={4} />}
        {adherence.isError && (
          <Failed error={adherence.error} retry={() => void adherence.refetch()} />
        )}
        {adherence.data && points.length === 0 && <p className="meta">{t("client.noClosedDay")}</p>}
        {adherence.data && points.length > 0 && (
          <AdherenceChart
            points={points}
            isByWeek={span === "WEEKS_12"}
            onTrack={adherence.data.limits.onTrackPercent}
          />
        )}
      </div>
    </section>
  );
}
