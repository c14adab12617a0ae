import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";
import { StatusTag } from "../status-tag.tsx";

/** The ways to sign in of a person, and their newest sessions. An open one can be ended. */
export function SessionsCard({ userId, signIns, sessions }: SessionsCardProps): ReactNode {
  const { t, formats, known } = useTexts();
  const { api } = useConsole();
  const [ended, setEnded] = useState<string | null>(null);
  const moment = (at: string) => formats.moment(new Date(at));
  const appOf = (surface: string) => known("settings.app.", surface, "settings.appUnknown");
  return (
    <section className="card">
      <header>
        <h2>{t("support.signIns")}</h2>
      </header>
      {signIns.length + sessions.length === 0 && <p className="line">{t("support.none")}</p>}
      {signIns.map(({ identityId, provider, lastLoginAt, unlinkedAt }) => (
        <div className="line" key={identityId}>
          <span className="grow">
            <b>{provider}</b>
            <br />
            <span className="meta">{t("support.lastLogin", { at: moment(lastLoginAt) })}</span>
          </span>
          {unlinkedAt !== null && <StatusTag status="UNLINKED" />}
        </div>
      ))}
      {sessions.map(({ sessionId, clientApp, appVersion, lastSeenAt, revokedAt, revokedFor }) => (
        <div className="line" key={sessionId}>
          <span className="grow">
            {t("support.session", { app: `${appOf(clientApp)} ${appVersion ?? ""}`.trim() })}
            <br />
            <span className="meta">
              {revokedAt === null
                ? t("support.lastSeen", { at: moment(lastSeenAt) })
                : t("support.sessionEnded", { at: moment(revokedAt), cause: revokedFor ?? "" })}
            </span>
          </span>
          {revokedAt === null && (
            <Button onPress={() => setEnded(sessionId)}>{t("support.endSession")}</Button>
          )}
        </div>
      ))}
      {ended !== null && (
        <ActDialog
          title={t("support.endSessionTitle")}
          lead={t("support.endSessionLead")}
          go={t("support.endSession")}
          subject={`people:${userId}`}
          act={async ({ reason, key }) =>
            await answer(
              api.POST("/api/v1/support/users/{userId}/sessions/end", {
                params: { path: { userId }, header: { "Idempotency-Key": key } },
                body: { reason, sessionId: ended },
              }),
            )
          }
          outcome={({ endedSessions }) => t("support.sessionsEnded", { count: endedSessions })}
          close={() => setEnded(null)}
        />
      )}
    </section>
  );
}

interface SessionsCardProps {
  readonly userId: string;
  readonly signIns: readonly components["schemas"]["SupportSignIn"][];
  readonly sessions: readonly components["schemas"]["SupportSession"][];
}
