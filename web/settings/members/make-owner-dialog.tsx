import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { useAct } from "../kit/use-act.ts";
import type { MemberDialogProps } from "./member-dialog-props.ts";

/** Hands the workspace over to a member. The former owner stays as a coach. */
export function MakeOwnerDialog({
  workspaceId,
  member,
  finish,
  close,
}: MemberDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { displayName: name, userId: ownerUserId } = member;
  const hand = useAct(
    async () =>
      await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/owner", {
          params: { path: { workspaceId } },
          body: { ownerUserId },
        }),
      ),
    {
      changed: ["me", "members"],
      done: () => finish(t("settings.ownerChanged", { name })),
    },
  );
  return (
    <AskDialog
      title={t("settings.ask.MAKE_OWNER", { name })}
      go={t("settings.go.MAKE_OWNER", { name })}
      act={{ ...hand, send: () => hand.mutate() }}
      fresh="hand-over"
      close={close}
    >
      <p>{t("settings.effect.MAKE_OWNER", { name })}</p>
    </AskDialog>
  );
}
