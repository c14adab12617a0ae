import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useUnsentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { LANGUAGES } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LinkNote } from "../../onboarding/link-note.tsx";
import { Outcome } from "../kit/outcome.tsx";
import { isRefused } from "../kit/refusal-text.ts";
import { useAct } from "../kit/use-act.ts";

/** Invites a coach by e-mail, and shows the link once. */
export function InviteMemberDialog({ workspaceId, close }: InviteMemberDialogProps): ReactNode {
  const { t, formats } = useTexts();
  const { email, setEmail, language, setLanguage, invite, send } = useInvite(workspaceId);
  if (invite.data)
    return (
      <Dialog
        title={t("settings.memberInvited")}
        close={close}
        footer={
          <Button kind="go" autoFocus onPress={close}>
            {t("frame.close")}
          </Button>
        }
      >
        <p role="status">
          {t("settings.memberInvitedLead", {
            contact: invite.data.contact.masked,
            day: formats.day(new Date(invite.data.expiresAt)),
          })}
        </p>
        <LinkNote url={invite.data.link} label={t("settings.memberLink")} />
      </Dialog>
    );
  return (
    <Dialog title={t("settings.inviteMember")} close={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>{t("settings.inviteMemberLead")}</p>
        <TextField
          type="email"
          label={t("settings.email")}
          value={email}
          change={setEmail}
          error={isRefused(invite.error, "email") ? t("settings.fieldRefused") : null}
          maxLength={EMAIL_LENGTH}
          autoComplete="off"
          autoFocus
          required
        />
        <SelectField
          label={t("settings.memberMailLanguage")}
          value={language}
          options={[
            { value: "", name: t("settings.usualLanguage") },
            ...LANGUAGES.map((value) => ({ value, name: t(`settings.language.${value}`) })),
          ]}
          change={setLanguage}
        />
        <Outcome act={invite} done="" />
        <p className="row-h">
          <Button kind="go" type="submit" isPending={invite.isPending}>
            {t("settings.sendMemberInvitation")}
          </Button>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

function useInvite(workspaceId: string) {
  const { api } = useConsole();
  const contact = useUnsentText("member-contact", workspaceId);
  const email = contact.text;
  const [chosen, setLanguage] = useState("");
  const language = LANGUAGES.find((known) => known === chosen);
  const body = { email: email.trim(), ...(language !== undefined && { language }) };
  const invite = useAct(
    async () =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/member-invitations", {
          params: {
            path: { workspaceId },
            header: { "Idempotency-Key": await contact.keyOf(body) },
          },
          body,
        }),
      ),
    { changed: ["member-invitations"], done: contact.sent },
  );
  const send = () => {
    if (!invite.isPending) invite.mutate();
  };
  return { email, setEmail: contact.change, language: chosen, setLanguage, invite, send };
}

interface InviteMemberDialogProps {
  readonly workspaceId: string;
  readonly close: () => void;
}

const EMAIL_LENGTH = 320;
