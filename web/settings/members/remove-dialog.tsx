import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { useAct } from "../kit/use-act.ts";
import type { MemberDialogProps } from "./member-dialog-props.ts";

/** Ends a membership, and says who gets the clients. */
export function RemoveDialog({
  workspaceId,
  member,
  members,
  finish,
  close,
}: MemberDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { user } = useMe();
  const [successorUserId, setSuccessor] = useState(user.userId);
  const { displayName: name, userId } = member;
  const remove = useAct(
    async () =>
      await answer(
        api.DELETE("/api/v1/workspaces/{workspaceId}/members/{userId}", {
          params: { path: { workspaceId, userId }, query: { successorUserId } },
        }),
      ),
    {
      changed: ["members", "clients", "inbox", "overview"],
      done: () => finish(t("settings.memberRemoved", { name })),
    },
  );
  return (
    <AskDialog
      title={t("settings.ask.REMOVE", { name })}
      go={t("settings.go.REMOVE", { name })}
      act={{ ...remove, send: () => remove.mutate() }}
      close={close}
    >
      <p>{t("settings.effect.REMOVE", { name })}</p>
      <SelectField
        label={t("settings.successor", { name })}
        value={successorUserId}
        options={members
          .filter((other) => other.userId !== userId)
          .map((other) => ({ value: other.userId, name: other.displayName }))}
        change={setSuccessor}
      />
    </AskDialog>
  );
}
