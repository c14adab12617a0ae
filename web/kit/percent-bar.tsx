import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";

/** A percentage with its bar, in the colour of its rating; "–" where too few tasks count. */
export function PercentBar({ percent, bucket }: PercentBarProps): ReactNode {
  const { t, formats } = useTexts();
  if (percent === null)
    return (
      <span className="percent meta">
        <span aria-hidden="true">–</span>
        <span className="vh">{t("days.tooFew")}</span>
      </span>
    );
  return (
    <span className="percent">
      <b className="num">{formats.percent(percent)}</b>
      <span className="bar" aria-hidden="true">
        <i className={COLOURS[bucket] ?? ""} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

interface PercentBarProps {
  readonly percent: number | null;
  readonly bucket: string;
}

const COLOURS: Readonly<Record<string, string>> = { ATTENTION: "warn", OFF_TRACK: "urgent" };
