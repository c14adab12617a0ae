import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";

/** The workspaces that a person coaches in, and the coaching that they get. Ids only: other people are not shown. */
export function CoachingCard({ workspaces, relationships }: CoachingCardProps): ReactNode {
  const { t, formats } = useTexts();
  const day = (at: string) => formats.day(new Date(at));
  return (
    <section className="card">
      <header>
        <h2>{t("support.coaching")}</h2>
      </header>
      {workspaces.length + relationships.length === 0 && (
        <p className="line">{t("support.none")}</p>
      )}
      {workspaces.map(({ workspaceId, workspaceStatus, role, status, joinedAt, endedAt }) => (
        <div className="line" key={workspaceId}>
          <span className="grow">
            <b>{t(role === "OWNER" ? "support.ownerOf" : "support.coachIn")}</b>
            <br />
            <span className="meta mono cut">{workspaceId}</span>
            <br />
            <span className="meta">{span(joinedAt, endedAt)}</span>
          </span>
          <StatusTag status={workspaceStatus === "ACTIVE" ? status : workspaceStatus} />
        </div>
      ))}
      {relationships.map(({ relationshipId, workspaceId, coachUserId, status, ...times }) => (
        <div className="line" key={relationshipId}>
          <span className="grow">
            <b>{t("support.clientOf")}</b>
            <br />
            <span className="meta mono cut">{relationshipId}</span>
            <br />
            <span className="meta">{t("support.coachIs", { id: coachUserId })}</span>
            <br />
            <span className="meta">{t("support.workspaceIs", { id: workspaceId })}</span>
            <br />
            <span className="meta">{span(times.startedAt, times.endedAt)}</span>
          </span>
          <StatusTag status={status} />
        </div>
      ))}
    </section>
  );

  function span(from: string, until: string | null): string {
    return until === null
      ? t("support.from", { from: day(from) })
      : t("support.fromUntil", { from: day(from), until: day(until) });
  }
}

interface CoachingCardProps {
  readonly workspaces: readonly components["schemas"]["SupportMembership"][];
  readonly relationships: readonly components["schemas"]["SupportRelationship"][];
}
