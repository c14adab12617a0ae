import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../api/api-client.ts";
import { useUnsentText } from "../drafts/use-unsent-text.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useTexts } from "../texts/use-texts.ts";
import type { InvitationCard } from "./board-columns.ts";
import { boardKey } from "./board-query.ts";
import { inviteBody, ownAddress } from "./invite-body.ts";
import { LinkNote } from "./link-note.tsx";
import { refusalText } from "./board-acts.ts";

/**
 * Invites one person by e-mail or phone number, and shows the link. It may replace an invitation that did not arrive.
 */
export function InviteDialog({ workspaceId, replaced, revoke, close }: Props): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const queries = useQueryClient();
  const id = replaced?.id ?? workspaceId;
  const contact = useUnsentText("invitation-contact", id);
  const name = useUnsentText("invitation-name", id, replaced?.invitation.name ?? "");
  const [language, setLanguage] = useState("");
  const typed = { contact: contact.text, name: name.text, language };
  const body = inviteBody(typed);
  const { user, workspace } = useMe();
  const own = ownAddress(typed.contact, {
    email: user.primaryEmail,
    isOwner: workspace.role === "OWNER",
  });
  const send = useMutation({
    mutationFn: async (wanted: NonNullable<typeof body>) => {
      const key = await contact.keyOf(wanted);
      return await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/invitations", {
          params: { path: { workspaceId }, header: { "Idempotency-Key": key } },
          body: wanted,
        }),
      );
    },
    onSuccess: () => {
      contact.sent();
      name.sent();
      if (replaced !== null) revoke(replaced);
      return queries.invalidateQueries({ queryKey: boardKey(workspaceId) });
    },
  });
  if (send.data)
    return (
      <Dialog
        title={t("onboarding.invited")}
        close={close}
        footer={
          <Button kind="go" autoFocus onPress={close}>
            {t("frame.close")}
          </Button>
        }
      >
        <p>
          {t(send.data.contact.kind === "EMAIL" ? "onboarding.mailSent" : "onboarding.noMail", {
            contact: send.data.contact.masked,
          })}
        </p>
        <LinkNote url={send.data.link} />
      </Dialog>
    );
  return (
    <Dialog
      title={t(replaced === null ? "onboarding.inviteTitle" : "onboarding.fixTitle")}
      close={close}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (body !== null && own !== "MEMBER" && !send.isPending) send.mutate(body);
        }}
      >
        <label className="field">
          <span className="label">{t("onboarding.contact")}</span>
          <input
            className="input"
            autoFocus
            required
            autoComplete="off"
            maxLength={320}
            value={typed.contact}
            onChange={({ target }) => contact.change(target.value)}
          />
          <span className="hint">{t("onboarding.contactHint")}</span>
          {/* A status is read out only if it was there before it had a text. */}
          <span className="hint" role="status">
            {own === "OWNER" && t("onboarding.ownAddress")}
            {own === "MEMBER" && t("onboarding.refusal.ALREADY_MEMBER")}
          </span>
        </label>
        <label className="field">
          <span className="label">{t("onboarding.name")}</span>
          <input
            className="input"
            autoComplete="off"
            maxLength={200}
            value={typed.name}
            onChange={({ target }) => name.change(target.value)}
          />
        </label>
        <label className="field">
          <span className="label">{t("onboarding.language")}</span>
          <select
            className="input"
            value={typed.language}
            onChange={({ target }) => setLanguage(target.value)}
          >
            <option value="">{t("onboarding.languageUsual")}</option>
            <option value="en">{t("onboarding.languageEn")}</option>
            <option value="de">{t("onboarding.languageDe")}</option>
          </select>
        </label>
        {send.isError && (
          <p className="error" role="alert">
            {refusalText(texts, send.error)}
          </p>
        )}
        <p className="row-h">
          <Button
            kind="go"
            type="submit"
            isPending={send.isPending}
            offReason={own === "MEMBER" ? t("onboarding.refusal.ALREADY_MEMBER") : null}
          >
            {t("onboarding.sendInvitation")}
          </Button>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

interface Props {
  readonly workspaceId: string;
  /** The invitation that is revoked once the new one is sent. */
  readonly replaced: InvitationCard | null;
  readonly revoke: (card: InvitationCard) => void;
  readonly close: () => void;
}
