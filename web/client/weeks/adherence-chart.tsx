import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { Week } from "./weeks-of.ts";

/** Adherence per week as a line, with the limit of "on track", and the same as a table. A week without a value is a gap. */
export function AdherenceChart({ weeks, onTrack }: AdherenceChartProps): ReactNode {
  const { t, formats } = useTexts();
  const points = weeks.toReversed();
  const x = scalePoint(
    points.map(({ from }) => from),
    [LEFT, WIDTH - RIGHT],
  ).padding(0.2);
  const y = scaleLinear([0, 100], [BOTTOM, TOP]);
  const at = ({ from }: Week) => x(from) ?? LEFT;
  const path = line<Week>()
    .defined(({ percent }) => percent !== null)
    .x(at)
    .y(({ percent }) => y(percent ?? 0));
  const values = points.map(({ percent }) =>
    percent === null ? t("client.noValue") : formats.percent(percent),
  );
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("client.chart", { count: weeks.length, values: values.join(", ") })}
      >
        {[0, 25, 50, 75, 100].map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {onTrack !== null && (
          <>
            <path className="chart-limit" d={`M${LEFT} ${y(onTrack)}H${WIDTH - RIGHT}`} />
            <text x={WIDTH - RIGHT} y={y(onTrack) + 13} textAnchor="end">
              {t("client.onTrack", { percent: formats.percent(onTrack) })}
            </text>
          </>
        )}
        <path className="chart-line" d={path(points) ?? ""} />
        {points.map((week) => {
          if (week.percent === null) return null;
          const isLow = onTrack !== null && week.percent < onTrack;
          const [cx, cy] = [at(week), y(week.percent)];
          return isLow ? (
            <path key={week.from} className="chart-low" d={`M${cx} ${cy - 6}l6 6-6 6-6-6z`} />
          ) : (
            <circle key={week.from} className="chart-point" cx={cx} cy={cy} r={3.5} />
          );
        })}
        {points.map((week, place) =>
          place % 2 === 0 ? (
            <text key={week.from} x={at(week)} y={HEIGHT - 6} textAnchor="middle">
              {formats.localDate(week.from)}
            </text>
          ) : null,
        )}
      </svg>
      <p className="meta">{t("client.gaps")}</p>
      <details>
        <summary>{t("client.asTable")}</summary>
        <table className="table">
          <thead>
            <tr>
              <th>{t("client.weekOf")}</th>
              <th className="right">{t("client.tileDone")}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ from }, place) => (
              <tr key={from}>
                <td>{formats.localDate(from)}</td>
                <td className="right num">{values[place]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface AdherenceChartProps {
  /** Newest first. */
  readonly weeks: readonly Week[];
  /** The workspace's limit; null while it is unknown. */
  readonly onTrack: number | null;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 190, 34, 10, 20, 150];
