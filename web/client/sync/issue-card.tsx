import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import type { SyncIssue } from "./sync-query.ts";

/** A workout in conflict: what was trained, what replaced it, what differs between the two, and until when it waits. */
export function IssueCard({ relationshipId, issue }: IssueCardProps): ReactNode {
  const texts = useTexts();
  const { t, known, formats } = texts;
  const { kind, task, replacement, localDate, explanation, sessionId, expiresAt } = issue;
  return (
    <section className="card">
      <header>
        <h2>{t("sync.conflict")}</h2>
        <span className="tag warn">{known("sync.kind.", kind, "sync.kind.OTHER")}</span>
      </header>
      <div className="in stack">
        <p>
          <b>{task.title}</b>, {formats.localDate(localDate)}
        </p>
        {replacement && <p>{t("sync.replacedBy", { title: replacement.title })}</p>}
        {explanation.changes.length > 0 && (
          <>
            <h3>{t("sync.changed")}</h3>
            <ul className="stack">
              {explanation.changes.map((change) => (
                <li key={change.exerciseKey}>
                  <b>{change.name}</b>{" "}
                  <span className="tag">
                    {known("sync.change.", change.change, "sync.change.CHANGED")}
                  </span>{" "}
                  <span className="meta">{partsText(change, texts)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {expiresAt !== null && (
          <p className="meta">{t("sync.keptUntil", { at: formats.moment(new Date(expiresAt)) })}</p>
        )}
        {sessionId !== null && (
          <p>
            <Link
              className="btn"
              to="/clients/$relationshipId/$tab"
              params={{ relationshipId, tab: "workouts" }}
              search={{ session: sessionId }}
            >
              {t("sync.showWorkout")}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

interface IssueCardProps {
  readonly relationshipId: string;
  readonly issue: SyncIssue;
}

/** The parts of an exercise that differ, in words. */
const partsText = (
  { parts }: SyncIssue["explanation"]["changes"][number],
  { known }: Pick<Texts, "known">,
): string => parts.map((part) => known("sync.part.", part, "sync.part.OTHER")).join(", ");
