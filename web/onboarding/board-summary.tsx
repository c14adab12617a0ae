import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { type Column, boardFacts } from "./board-columns.ts";

/** The counts of the board in one line. */
export function BoardSummary({ columns }: { readonly columns: readonly Column[] }): ReactNode {
  const { t } = useTexts();
  const { medianDays, ...counts } = boardFacts(columns);
  const median = medianDays === null ? [] : [t("onboarding.median", { days: medianDays })];
  return <span className="meta">{[t("onboarding.counts", counts), ...median].join(", ")}</span>;
}
