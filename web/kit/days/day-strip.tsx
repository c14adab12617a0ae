import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { DayCell } from "./day-cell.tsx";
import { type CountedDay, DAY_SHAPES, shapeCounts, shapeOfDay, shareDone } from "./day-shape.ts";

/** Days side by side, one shape each. Its name counts the shapes in words. */
export function DayStrip({ days }: DayStripProps): ReactNode {
  const { t, formats } = useTexts();
  const words = shapeCounts(days).map(([shape, count]) => t(`days.count.${shape}`, { count }));
  const label = t("days.strip", { count: days.length, shapes: words.join(", ") });
  return (
    <span className="strip" role="img" aria-label={label}>
      {days.map((day) => {
        const shape = shapeOfDay(day);
        const title = t("days.title", {
          date: formats.localDate(day.localDate),
          shape: t(`days.${shape}`),
          done: day.completed,
          tasks: day.tasks,
        });
        return <DayCell key={day.localDate} shape={shape} share={shareDone(day)} title={title} />;
      })}
    </span>
  );
}

interface DayStripProps {
  readonly days: readonly CountedDay[];
}

/** What each shape means. */
export function DayLegend(): ReactNode {
  const { t } = useTexts();
  return (
    <ul className="legend" aria-label={t("days.legend")}>
      {DAY_SHAPES.filter((shape) => shape !== "NONE").map((shape) => (
        <li key={shape}>
          <span className="row-h">
            <DayCell shape={shape} share={0.5} />
            {t(`days.${shape}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
