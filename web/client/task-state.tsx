import type { ReactNode } from "react";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../texts/use-texts.ts";
import type { SummaryTask } from "./client-queries.ts";

/** The state of a task as a word: open, begun, done, skipped with its reason, missed, and whether it came late. */
export function TaskState({ task }: { readonly task: SummaryTask }): ReactNode {
  const { t, known } = useTexts();
  const { status, cameLate, completionSummary } = task;
  const { itemCount, completedItemCount } = completionSummary;
  const word = known("client.state.", status, "client.state.OTHER");
  const reason = skipReason(task);
  const isInPart = itemCount > 1 && status !== "SKIPPED";
  return (
    <span className="row-h wrap">
      <span className={`tag ${COLOURS[status] ?? ""}`}>
        {status === "COMPLETED" && <Icon name="check" />}
        {word}
        {reason !== null && `: ${known("client.skip.", reason, "client.skip.OTHER")}`}
        {isInPart && `, ${t("client.ofItems", { done: completedItemCount, items: itemCount })}`}
      </span>
      {cameLate && <span className="tag late">{t("client.cameLate")}</span>}
    </span>
  );
}

const COLOURS: Readonly<Record<string, string>> = { COMPLETED: "done", MISSED: "urgent" };

/** The client's reason of a skipped task; null if it is not skipped. */
function skipReason({ status, completionEvents }: SummaryTask): string | null {
  if (status !== "SKIPPED") return null;
  return completionEvents.findLast(({ to }) => to === "SKIPPED")?.skipReason ?? null;
}
