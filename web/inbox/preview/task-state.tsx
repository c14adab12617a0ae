import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";

/** Until when a task is snoozed, and to whom it is assigned; nothing if it is neither. */
export function TaskState({ task }: { readonly task: InboxTask }): ReactNode {
  const { t, formats } = useTexts();
  const { status, snoozedUntil, assignedCoach } = task;
  const snoozeEnd = status === "SNOOZED" && snoozedUntil !== null ? new Date(snoozedUntil) : null;
  if (snoozeEnd === null && assignedCoach === null) return null;
  return (
    <dl className="facts">
      {snoozeEnd !== null && (
        <>
          <dt>{t("inbox.snoozedTo")}</dt>
          <dd>{formats.moment(snoozeEnd)}</dd>
        </>
      )}
      {assignedCoach !== null && (
        <>
          <dt>{t("inbox.assignedTo")}</dt>
          <dd>
            <bdi>{assignedCoach.displayName}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}
