import { type ReactNode, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { DayCell, SMALL_DAY, drawDay } from "./day-cell.tsx";
import {
  type CountedDay,
  DAY_SHAPES,
  type DayShape,
  shapeCounts,
  shapeOfDay,
  shareDone,
} from "./day-shape.ts";

/** Days side by side, one shape each, in one picture. Its name counts the shapes in words. */
export function DayStrip({ days }: DayStripProps): ReactNode {
  const { t } = useTexts();
  // A roster draws hundreds of days; the words of each are made when a pointer may ask for them.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const words = shapeCounts(days).map(([shape, count]) => t(`days.count.${shape}`, { count }));
  const label = t("days.strip", { count: days.length, shapes: words.join(", ") });
  const { width, height } = SMALL_DAY;
  const across = Math.max(0, days.length * (width + GAP_PX) - GAP_PX);
  return (
    <svg
      className="day-strip"
      role="img"
      aria-label={label}
      width={across}
      height={height}
      viewBox={`0 0 ${across} ${height}`}
      onPointerEnter={() => setIsPointedAt(true)}
    >
      {days.map((day, place) => (
        <g key={day.localDate} transform={`translate(${place * (width + GAP_PX)})`}>
          {isPointedAt && <DayTitle day={day} />}
          {drawDay(shapeOfDay(day), { ...SMALL_DAY, share: shareDone(day) })}
        </g>
      ))}
    </svg>
  );
}

/** Pixels between two days. */
const GAP_PX = 3;

interface DayStripProps {
  readonly days: readonly CountedDay[];
}

/** The tooltip of a day; the whole space of the day shows it. */
function DayTitle({ day }: { readonly day: CountedDay }): ReactNode {
  const { t, formats } = useTexts();
  const title = t("days.title", {
    date: formats.localDate(day.localDate),
    shape: t(`days.${shapeOfDay(day)}`),
    done: day.completed,
    tasks: day.tasks,
  });
  return (
    <>
      <title>{title}</title>
      <rect {...SMALL_DAY} fill="none" pointerEvents="all" />
    </>
  );
}

/** The meaning of each shape. */
export function DayLegend(): ReactNode {
  const { t } = useTexts();
  return (
    <ul className="legend" aria-label={t("days.legend")}>
      {DAY_SHAPES.filter((shape) => !UNEXPLAINED.has(shape)).map((shape) => (
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

/** Dates without anything to explain. */
const UNEXPLAINED: ReadonlySet<DayShape> = new Set(["TO_COME", "NONE"]);
