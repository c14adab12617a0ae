import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { coveredDays } from "../covered-days.ts";
import type { TaskDetail } from "../inbox-query.ts";
import { actorText, needsName } from "./actor-text.ts";

/** The days that a task covers, the note of its decision, and its history. */
export function TaskHistory({ detail }: { readonly detail: TaskDetail }): ReactNode {
  const texts = useTexts();
  const { t, known, formats } = texts;
  const { api } = useConsole();
  const { user, workspace } = useMe();
  const people = {
    reader: user.userId,
    members:
      useQuery({
        ...membersQuery(api, workspace.workspaceId),
        enabled: detail.timeline.some(({ actor }) => needsName(actor, user.userId)),
      }).data ?? [],
  };
  return (
    <>
      {detail.note !== null && (
        <div className="block">
          <p className="quote">
            <bdi>{detail.note}</bdi>
          </p>
        </div>
      )}
      {detail.occurrences.length > 1 && (
        <div className="block">
          <h3>{t("inbox.occurrences")}</h3>
          <ul className="stack">
            {coveredDays(detail.occurrences).map(
              ({ key, acceptedAt, localDate, reviewedAt, count }) => (
                <li key={key} className="row-h">
                  {localDate === null
                    ? formats.moment(new Date(acceptedAt))
                    : formats.localDate(localDate)}
                  {count > 1 && <span className="tag">{count}</span>}
                  {reviewedAt !== null && (
                    <span className="meta">
                      {t("inbox.reviewedAt", { time: formats.moment(new Date(reviewedAt)) })}
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
        </div>
      )}
      <div className="block">
        <h3>{t("inbox.history")}</h3>
        <ol className="time">
          {detail.timeline.map(({ type, at, actor, resolutionType }, index) => (
            <li key={index} className={type === "resolved" ? "done" : ""}>
              {known("inbox.event.", type, "inbox.event.refreshed")}
              {resolutionType !== null &&
                `: ${known("inbox.resolution.", resolutionType, "inbox.resolution.SOURCE_COMPLETED")}`}{" "}
              <span className="meta">
                {actorText(texts, actor, people)}, {formats.moment(new Date(at))}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
