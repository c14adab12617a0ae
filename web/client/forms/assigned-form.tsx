import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import { OPEN } from "./newest-first.ts";

/** A form that a client was given, with its state; a submitted one opens its answers. */
export function AssignedForm({ item, zone, now, shown, waitsForReview, act }: Props): ReactNode {
  const texts = useTexts();
  const { t, known } = texts;
  const { status, dueAt, submissionId, relationshipId } = item;
  const isOverdue = OPEN.has(status) && dueAt !== null && Date.parse(dueAt) < now.getTime();
  const word = () => {
    if (isOverdue) return t("client.overdue");
    if (waitsForReview) return t("client.session.TO_REVIEW");
    return known("client.form.", status, "client.form.OTHER");
  };
  const row = (
    <>
      <span className="grow">
        <b>{item.title}</b>
        <br />
        <span className="meta">{momentOf(item, zone, texts)}</span>
      </span>
      <span className={`tag ${isOverdue || waitsForReview ? "warn" : ""}`}>{word()}</span>
    </>
  );
  if (submissionId === null)
    return (
      <div className="line">
        {row}
        {act}
      </div>
    );
  return (
    <Link
      className="line plain"
      to="/clients/$relationshipId/$tab"
      params={{ relationshipId, tab: "forms" }}
      search={{ form: submissionId }}
      aria-current={submissionId === shown ? "true" : undefined}
    >
      {row}
    </Link>
  );
}

interface Props {
  readonly item: AssignedFormItem;
  /** The client's zone. */
  readonly zone: string;
  readonly now: Date;
  /** The submission that is open. */
  readonly shown: string | null;
  /** Whether a task of the inbox reviews it. */
  readonly waitsForReview: boolean;
  /** The act on a form that was not submitted yet; null without one. */
  readonly act: ReactNode;
}

/** A form that a client was given. */
export type AssignedFormItem = components["schemas"]["CoachFormAssignment"];

/**
 * When it was submitted, otherwise when it is due, at the client's place. It adds when it was assigned and by what,
 * because the same form may be there twice.
 */
function momentOf(
  { status, submittedAt, dueAt, assignedAt, sourceType, version }: AssignedFormItem,
  zone: string,
  { t, known, formats }: Texts,
): string {
  const there = (instant: string) => ({ at: formats.moment(new Date(instant), zone) });
  const due = dueAt !== null && OPEN.has(status) ? [t("client.dueAt", there(dueAt))] : [];
  return [
    ...(submittedAt === null ? due : [t("client.submittedAt", there(submittedAt))]),
    t("client.assignedAt", { at: formats.moment(new Date(assignedAt)) }),
    known("client.formFrom.", sourceType, "client.formFrom.OTHER"),
    t("client.version", { version }),
  ].join(" · ");
}
