import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";

/** The score as the sum it is: parts that are zero are left out. */
export function ScoreSum({
  task: { score, taskType, severity },
}: {
  readonly task: InboxTask;
}): ReactNode {
  const { t, known } = useTexts();
  const level = known("inbox.severity.", severity, "inbox.severity.NORMAL");
  const parts = [
    [known("inbox.type.", taskType, "inbox.type.OTHER"), score.base],
    [t("inbox.part.severity", { severity: level }), score.severity],
    [t("inbox.part.due"), score.due],
    [t("inbox.part.client"), score.client],
    [t("inbox.part.pin"), score.pin],
  ] as const;
  const shown = parts.filter(([, points], index) => index === 0 || points !== 0);
  return (
    <div className="sum">
      {shown.map(([name, points], index) => (
        <span key={name} className="row-h">
          {index > 0 && <i>{points < 0 ? "−" : "+"}</i>}
          <span className="part">
            {name} <b>{Math.abs(points)}</b>
          </span>
        </span>
      ))}
      <i>=</i>
      <span className={severity === "URGENT" ? "part total" : "part"}>
        {t("inbox.score")} <b>{score.total}</b>
      </span>
    </div>
  );
}
