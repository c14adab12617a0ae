import { type ReactNode, useEffect, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";
import { useReasons } from "../access/use-reasons.tsx";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";

/** The account and the invitations of a contact. The reason of the search counts for the person it found. */
export function FoundPerson({ found, subject }: FoundPersonProps): ReactNode {
  const { t } = useTexts();
  const { noteOwner } = useReasons();
  const { userId, invitations } = found;
  useEffect(() => {
    if (userId !== null) noteOwner([subject], `people:${userId}`);
  }, [userId, subject]);
  return (
    <div className="stack-l">
      <section className="card">
        <header>
          <h2>{t("support.account")}</h2>
        </header>
        {userId === null ? (
          <p className="line">{t("support.nobody")}</p>
        ) : (
          <div className="line">
            <span className="grow mono cut">{userId}</span>
            <SupportLink part="people" itemId={userId} className="btn go" takesFocus>
              {t("support.openPerson")}
            </SupportLink>
          </div>
        )}
      </section>
      <section className="card">
        <header>
          <h2>{t("support.invitations")}</h2>
        </header>
        {invitations.length === 0 && <p className="line">{t("support.noInvitations")}</p>}
        {invitations.map((invitation) => (
          <InvitationLine key={invitation.invitationId} invitation={invitation} subject={subject} />
        ))}
      </section>
    </div>
  );
}

interface FoundPersonProps {
  readonly found: components["schemas"]["FoundPerson"];
  readonly subject: string;
}

/** An invitation, its last mail, and the act that sends it again. */
function InvitationLine({ invitation, subject }: InvitationLineProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  const { invitationId, status, createdAt, expiresAt, lastMail } = invitation;
  const moment = (at: string) => formats.moment(new Date(at));
  return (
    <div className="line wrap">
      <span className="grow">
        <b>{t("support.invitedAt", { at: moment(createdAt) })}</b>
        <br />
        <span className="meta">
          {t("support.expiresAt", { at: moment(expiresAt) })}
          {lastMail !== null && ` · ${mailText(lastMail)}`}
        </span>
        <br />
        <span className="meta mono cut">{invitationId}</span>
      </span>
      <StatusTag status={status} />
      <Button onPress={() => setIsAsked(true)}>{t("support.resend")}</Button>
      {isAsked && (
        <ActDialog
          title={t("support.resendTitle")}
          lead={t("support.resendLead")}
          go={t("support.resendGo")}
          subject={subject}
          act={async ({ reason, key }) =>
            await answer(
              api.POST("/api/v1/support/invitations/{invitationId}/resend", {
                params: { path: { invitationId }, header: { "Idempotency-Key": key } },
                body: { reason },
              }),
            )
          }
          outcome={(sent) => t("support.resent", { at: moment(sent.expiresAt) })}
          close={() => setIsAsked(false)}
        />
      )}
    </div>
  );

  function mailText({ status: state, failureCode, askedAt, triedAt }: MailOutcome): string {
    return t("support.lastMail", {
      state: failureCode === null ? state : `${state} (${failureCode})`,
      at: moment(triedAt ?? askedAt),
    });
  }
}

interface InvitationLineProps {
  readonly invitation: components["schemas"]["SupportInvitation"];
  readonly subject: string;
}

type MailOutcome = components["schemas"]["LetterOutcome"];
