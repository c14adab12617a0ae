import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { Outcome } from "../kit/outcome.tsx";
import { useAct } from "../kit/use-act.ts";
import { InviteMemberDialog } from "./invite-member-dialog.tsx";
import { type MemberInvitation, openInvitations } from "./member-acts.ts";
import { memberInvitationsQuery } from "./members-queries.ts";

/** Invitations of coaches that are open, and the way to a new one. */
export function InvitationsCard({ workspaceId, finish }: InvitationsCardProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const found = useQuery(memberInvitationsQuery(api, workspaceId));
  const [isAsking, setIsAsking] = useState(false);
  const shown = openInvitations(found.data ?? []);
  return (
    <Card
      title={t("settings.memberInvitations")}
      aside={
        <Button kind="go" icon="plus" onPress={() => setIsAsking(true)}>
          {t("settings.inviteMember")}
        </Button>
      }
    >
      {found.isPending && <Loading rows={2} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.data && shown.length === 0 && (
        <p className="in meta">{t("settings.noMemberInvitations")}</p>
      )}
      <ul>
        {shown.map((invitation) => (
          <Line key={invitation.memberInvitationId} invitation={invitation} finish={finish} />
        ))}
      </ul>
      {isAsking && (
        <InviteMemberDialog workspaceId={workspaceId} close={() => setIsAsking(false)} />
      )}
    </Card>
  );
}

function Line({ invitation, finish }: LineProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const { workspaceId, memberInvitationId, contact, status, expiresAt } = invitation;
  const revoke = useAct(
    async () =>
      await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/member-invitations/{memberInvitationId}/revoke",
          { params: { path: { workspaceId, memberInvitationId } } },
        ),
      ),
    {
      changed: ["member-invitations"],
      done: () => finish(t("settings.memberRevoked", { contact: contact.masked })),
    },
  );
  const day = formats.day(new Date(expiresAt));
  return (
    <li className="line wrap">
      <span className="grow">
        {contact.masked}
        <br />
        <span className="meta">
          {t(status === "EXPIRED" ? "settings.memberExpired" : "settings.memberOpen", { day })}
        </span>
      </span>
      {status !== "EXPIRED" && (
        <Button
          label={t("settings.revokeOf", { contact: contact.masked })}
          onPress={() => revoke.mutate()}
          isPending={revoke.isPending}
        >
          {t("settings.revoke")}
        </Button>
      )}
      {revoke.isError && <Outcome act={revoke} done="" />}
    </li>
  );
}

interface InvitationsCardProps {
  readonly workspaceId: string;
  readonly finish: (text: string) => void;
}

interface LineProps {
  readonly invitation: MemberInvitation;
  readonly finish: (text: string) => void;
}
