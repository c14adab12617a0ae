import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { SyncIssue } from "./sync-query.ts";

/** A workout in conflict: what was trained, what replaced it, and what differs between the two. */
export function IssueCard({ issue }: { readonly issue: SyncIssue }): ReactNode {
  const { t, known, formats } = useTexts();
  const { kind, task, replacement, localDate, explanation } = issue;
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
          <p className="meta">
            {t("sync.changed", { names: explanation.changes.map(({ name }) => name).join(", ") })}
          </p>
        )}
      </div>
    </section>
  );
}
