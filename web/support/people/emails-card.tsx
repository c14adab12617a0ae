import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import { sentEmails } from "./sent-emails.ts";

/** The newest e-mails to a person with their outcome, without their content. */
export function EmailsCard({ mails, letters }: EmailsCardProps): ReactNode {
  const { t, formats } = useTexts();
  const sent = sentEmails(mails, letters);
  return (
    <section className="card">
      <header>
        <h2>{t("support.emails")}</h2>
      </header>
      {sent.length === 0 && <p className="line">{t("support.none")}</p>}
      {sent.map(({ name, status, attempts, failureCode, at }, index) => (
        <div className="line" key={`${at}:${index}`}>
          <span className="grow">
            <span className="mono">{name}</span>
            <br />
            <span className="meta">
              {formats.moment(new Date(at))}
              {attempts > 1 && ` · ${t("support.attempts", { count: attempts })}`}
              {failureCode !== null && ` · ${failureCode}`}
            </span>
          </span>
          <StatusTag status={status} />
        </div>
      ))}
    </section>
  );
}

interface EmailsCardProps {
  readonly mails: readonly components["schemas"]["SupportMail"][];
  readonly letters: readonly components["schemas"]["SupportLetter"][];
}
