import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { withRequest } from "../../kit/problem-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { refusalText } from "../kit/refusal-text.ts";
import { clientsOf } from "./member-acts.ts";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { relationshipsQuery } from "./members-queries.ts";
import { useHandOver } from "./use-hand-over.ts";

/** Gives clients of a member to another one: all of them, or those that are picked. */
export function HandClientsDialog({
  workspaceId,
  member,
  members,
  finish,
  close,
}: MemberDialogProps): ReactNode {
  const texts = useTexts();
  const { t, language } = texts;
  const { api } = useConsole();
  const found = useQuery(relationshipsQuery(api, workspaceId));
  const others = members.filter(({ userId }) => userId !== member.userId);
  const [successor, setSuccessor] = useState(others[0]?.userId ?? "");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const clients = clientsOf(found.data ?? [], member.userId, language);
  const picked = clients.filter(({ relationshipId }) => !left.has(relationshipId));
  const coach = others.find(({ userId }) => userId === successor)?.displayName ?? "";
  const { hand, refusals, isPending } = useHandOver(workspaceId, (count) =>
    finish(t("settings.handedOver", { count, coach })),
  );
  const toggle = (id: string) =>
    setLeft((ids) =>
      ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]),
    );
  return (
    <Dialog
      title={t("settings.ask.HAND_CLIENTS", { name: member.displayName })}
      close={close}
      footer={
        <>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
          <Button
            kind="go"
            isPending={isPending}
            offReason={picked.length === 0 ? t("settings.noneToHand") : null}
            onPress={() =>
              void hand(
                picked.map(({ relationshipId }) => relationshipId),
                successor,
              )
            }
          >
            {t("settings.go.HAND_CLIENTS", { count: picked.length })}
          </Button>
        </>
      }
    >
      <p>{t("settings.effect.HAND_CLIENTS")}</p>
      <SelectField
        label={t("settings.newCoach")}
        value={successor}
        options={others.map(({ userId, displayName }) => ({ value: userId, name: displayName }))}
        change={setSuccessor}
      />
      {found.isPending && <Loading rows={3} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.data && clients.length === 0 && <p className="meta">{t("settings.noneToHand")}</p>}
      <ul className="hand-list">
        {clients.map(({ relationshipId, clientDisplayName }) => (
          <li key={relationshipId}>
            <label className="row-h">
              <input
                type="checkbox"
                checked={!left.has(relationshipId)}
                onChange={() => toggle(relationshipId)}
              />
              {clientDisplayName}
            </label>
            {refusals.has(relationshipId) && (
              <p className="error" role="alert">
                {withRequest(
                  texts,
                  refusals.get(relationshipId),
                  refusalText(texts, refusals.get(relationshipId)),
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
