import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { SummaryDay } from "../client-queries.ts";

/** The day and the last weeks as four numbers. */
export function DayTiles({ day, rollUps }: DayTilesProps): ReactNode {
  const { t, formats } = useTexts();
  const percent = (trend: { readonly adherencePercent: number | null } | null) =>
    trend === null || trend.adherencePercent === null
      ? "–"
      : formats.percent(trend.adherencePercent);
  const { completedCount = 0, taskCount = 0, openCount = 0 } = day?.counters ?? {};
  const tiles = [
    [t("client.ofTasks", { done: completedCount, tasks: taskCount }), t("client.tileDone")],
    [formats.number(openCount), t("client.tileOpen")],
    [percent(rollUps.days7), t("client.tile7")],
    [percent(rollUps.days28), t("client.tile28")],
  ];
  return (
    <div className="tiles">
      {tiles.map(([value, name]) => (
        <div className="tile" key={name}>
          <b>{value}</b>
          <span className="meta">{name}</span>
        </div>
      ))}
    </div>
  );
}

interface DayTilesProps {
  readonly day: SummaryDay | undefined;
  readonly rollUps: components["schemas"]["DailySummary"]["rollUps"];
}
