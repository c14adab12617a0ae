import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { AdherencePoint } from "./adherence-points.ts";

/** The values of the chart as a table, the newest first. */
export function AdherenceTable({ points, values, isByWeek }: AdherenceTableProps): ReactNode {
  const { t, formats } = useTexts();
  const rows = points.map(({ from }, place) => ({ from, value: values[place] })).toReversed();
  return (
    <details>
      <summary>{t("client.asTable")}</summary>
      <table className="table">
        <thead>
          <tr>
            <th>{t(isByWeek ? "client.weekOf" : "client.column.day")}</th>
            <th className="right">{t("client.tileDone")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, value }) => (
            <tr key={from}>
              <td>{formats.localDate(from)}</td>
              <td className="right num">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface AdherenceTableProps {
  /** Oldest first, as in the chart. */
  readonly points: readonly AdherencePoint[];
  /** Their values in words. */
  readonly values: readonly string[];
  readonly isByWeek: boolean;
}
