import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Face } from "../../kit/face/face.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog, type ActRequest } from "../access/act-dialog.tsx";
import { StatusTag } from "../status-tag.tsx";

/** The account: its facts, and the acts that end its sessions, close it and open it again. */
export function AccountCard({ account }: { readonly account: Account }): ReactNode {
  const { t, formats, known } = useTexts();
  const [asked, setAsked] = useState<AccountAct | null>(null);
  const { userId, displayName, status, roles, openSessions, activeDevices } = account;
  const moment = (at: string | null, other: "support.no" | "support.notRequested") =>
    at === null ? t(other) : formats.moment(new Date(at));
  const namesOf = (codes: readonly string[]) =>
    codes.map((code) => known("support.role.", code, "support.status.OTHER")).join(", ");
  const move: AccountAct = status === "SUSPENDED" ? "REINSTATE" : "SUSPEND";
  return (
    <section className="card">
      <div className="in row-h person-head">
        <Face name={displayName} id={userId} size="l" />
        <div className="grow">
          <h2>{displayName}</h2>
          <p className="meta mono cut">{userId}</p>
        </div>
        <StatusTag status={account.deletedAt === null ? status : "DELETED"} />
      </div>
      <div className="in">
        <dl className="facts">
          <dt>{t("support.roles")}</dt>
          <dd>{roles.length === 0 ? t("support.no") : namesOf(roles)}</dd>
          <dt>{t("support.since")}</dt>
          <dd>{formats.moment(new Date(account.createdAt))}</dd>
          <dt>{t("support.openSessions")}</dt>
          <dd className="num">{formats.number(openSessions)}</dd>
          <dt>{t("support.activeDevices")}</dt>
          <dd className="num">{formats.number(activeDevices)}</dd>
          <dt>{t("support.emailRefused")}</dt>
          <dd>{moment(account.emailRefusedAt, "support.no")}</dd>
          <dt>{t("support.deletion")}</dt>
          <dd>
            {moment(account.deletedAt ?? account.deletionRequestedAt, "support.notRequested")}
          </dd>
        </dl>
      </div>
      <div className="in row-h wrap">
        <Button onPress={() => setAsked("END_SESSIONS")}>{t("support.endSessions")}</Button>
        <Button kind={move === "SUSPEND" ? "bad" : "plain"} onPress={() => setAsked(move)}>
          {t(`support.account.${move}`)}
        </Button>
      </div>
      {asked && <AccountActDialog asked={asked} account={account} close={() => setAsked(null)} />}
    </section>
  );
}

type Account = components["schemas"]["SupportUser"];
type AccountAct = "END_SESSIONS" | "SUSPEND" | "REINSTATE";

function AccountActDialog({ asked, account, close }: AccountActDialogProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const { userId, displayName: name } = account;
  const shared = {
    title: t(`support.account.title.${asked}`, { name }),
    lead: t(`support.account.lead.${asked}`),
    go: t(`support.account.${asked}`),
    subject: `people:${userId}`,
    close,
  };
  const request = ({ reason, key }: ActRequest) => ({
    params: { path: { userId }, header: { "Idempotency-Key": key } },
    body: { reason },
  });
  if (asked === "END_SESSIONS")
    return (
      <ActDialog
        {...shared}
        act={async (act) =>
          await answer(api.POST("/api/v1/support/users/{userId}/sessions/end", request(act)))
        }
        outcome={({ endedSessions }) => t("support.sessionsEnded", { count: endedSessions })}
      />
    );
  return (
    <ActDialog
      {...shared}
      isBad={asked === "SUSPEND"}
      act={async (act) =>
        await answer(
          asked === "SUSPEND"
            ? api.POST("/api/v1/admin/users/{userId}/suspend", request(act))
            : api.POST("/api/v1/admin/users/{userId}/reinstate", request(act)),
        )
      }
      outcome={({ status }) =>
        t("support.accountIs", {
          status: known("support.status.", status, "support.status.OTHER"),
        })
      }
    />
  );
}

interface AccountActDialogProps {
  readonly asked: AccountAct;
  readonly account: Account;
  readonly close: () => void;
}
