import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useUnsentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { ACT_PATHS, type ReasonedAct } from "./reasoned-acts.ts";
import { useClientAct } from "./use-client-act.ts";

/** Says what an act does to the client, and asks for its reason. */
export function ReasonedDialog({ act, place, client, close }: ReasonedDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const typed = useUnsentText("client-reason", `${place.relationshipId} ${act}`);
  const reason = typed.text.trim();
  const sent = useClientAct(
    place,
    async () => {
      const key = await typed.keyOf([act, reason, client.history.length]);
      return await answer(
        api.POST(ACT_PATHS[act], {
          params: { path: { ...place }, header: { "Idempotency-Key": key } },
          body: reason === "" ? {} : { reason },
        }),
      );
    },
    () => {
      typed.sent();
      close();
    },
  );
  const name = client.clientDisplayName;
  const isMissing = act !== "RESUME" && reason === "";
  return (
    <Dialog
      title={t(`client.ask.${act}`, { name })}
      close={close}
      footer={
        <DialogActs
          {...(act === "END" && { keep: t("client.keep") })}
          kind={act === "END" ? "bad" : "go"}
          go={t(`client.go.${act}`, { name })}
          sent={sent}
          offReason={isMissing ? t("client.reasonMissing") : null}
          send={() => sent.mutate(undefined)}
          close={close}
        />
      }
    >
      <p>{t(`client.effect.${act}`, { name })}</p>
      <label className="field">
        <span className="label">
          {t(act === "RESUME" ? "client.reasonOptional" : "client.reason")}
        </span>
        <textarea
          className="input"
          autoFocus
          rows={3}
          maxLength={REASON_LENGTH}
          value={typed.text}
          onChange={({ target }) => typed.change(target.value)}
        />
        <span className="hint">{t("client.reasonHint")}</span>
      </label>
      {sent.isError && <Failed error={sent.error} />}
    </Dialog>
  );
}

interface ReasonedDialogProps {
  readonly act: ReasonedAct;
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly close: () => void;
}

/** Longest reason that the API takes. */
const REASON_LENGTH = 500;
