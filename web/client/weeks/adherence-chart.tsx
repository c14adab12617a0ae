import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type AdherencePoint, labelStep } from "./adherence-points.ts";
import { AdherenceTable } from "./adherence-table.tsx";

/** Adherence as a line, with the limit of "on track", and the same as a table. A point without a value is a gap. */
export function AdherenceChart({ points, isByWeek, onTrack }: AdherenceChartProps): ReactNode {
  const { t, formats } = useTexts();
  const x = scalePoint(
    points.map(({ from }) => from),
    [LEFT, WIDTH - RIGHT],
  ).padding(0.4);
  const y = scaleLinear([0, 100], [BOTTOM, TOP]);
  const at = ({ from }: AdherencePoint) => x(from) ?? LEFT;
  const path = line<AdherencePoint>()
    .defined(({ percent }) => percent !== null)
    .x(at)
    .y(({ percent }) => y(percent ?? 0));
  const values = points.map(({ percent }) =>
    percent === null ? t("client.noValue") : formats.percent(percent),
  );
  const step = labelStep(points.length);
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t(isByWeek ? "client.chart" : "client.chartDays", {
          count: points.length,
          values: values.join(", "),
        })}
      >
        {[0, 25, 50, 75, 100].map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        <path className="chart-limit" d={`M${LEFT} ${y(onTrack)}H${WIDTH - RIGHT}`} />
        <text x={WIDTH - RIGHT} y={y(onTrack) + 13} textAnchor="end">
          {t("client.onTrack", { percent: formats.percent(onTrack) })}
        </text>
        <path className="chart-line" d={path(points) ?? ""} />
        {points.map((point) => (
          <Mark key={point.from} point={point} x={at(point)} y={y} onTrack={onTrack} />
        ))}
        {points.map((point, place) =>
          (points.length - 1 - place) % step === 0 ? (
            <text key={point.from} x={at(point)} y={HEIGHT - 6} textAnchor="middle">
              {formats.localDate(point.from)}
            </text>
          ) : null,
        )}
      </svg>
      <p className="meta">{t(isByWeek ? "client.gaps" : "client.gapsDays")}</p>
      <AdherenceTable points={points} values={values} isByWeek={isByWeek} />
    </>
  );
}

interface AdherenceChartProps {
  /** Oldest first. */
  readonly points: readonly AdherencePoint[];
  /** Whether each point is a week; otherwise it is a date. */
  readonly isByWeek: boolean;
  /** The workspace's limit. */
  readonly onTrack: number;
}

/** Left and right have room for "100" and for half of a date, also in the larger letters of a narrow screen. */
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 190, 46, 56, 20, 150];

/** A circle, or a diamond for a value below the limit: its form says so without its colour. */
function Mark({ point: { percent }, x, y, onTrack }: MarkProps): ReactNode {
  if (percent === null) return null;
  return percent < onTrack ? (
    <path className="chart-low" d={`M${x} ${y(percent) - 6}l6 6-6 6-6-6z`} />
  ) : (
    <circle className="chart-point" cx={x} cy={y(percent)} r={3.5} />
  );
}

interface MarkProps {
  readonly point: AdherencePoint;
  readonly x: number;
  readonly y: (percent: number) => number;
  readonly onTrack: number;
}
