import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { REASONED_OVERRIDES } from "../../contract/onboarding/vocabulary.ts";
import { publishedFormsQuery } from "../forms/forms-query.ts";
import { type SentText, useUnsentText } from "../drafts/use-unsent-text.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useOfflineReason } from "../kit/hooks/use-offline-reason.ts";
import { Failed } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import type { Overridable, Override } from "./board-acts.ts";

/** Asks how a client's questionnaire is overridden, and why. */
export function OverrideDialog(props: Props): ReactNode {
  const { workspaceId, taskId, name, types, choose, close } = props;
  const { t } = useTexts();
  const [type, setType] = useState(types[0] ?? "REQUEST_COMPLETION");
  const unsent = useUnsentText("override-reason", taskId);
  const reason = unsent.text;
  const [formVersionId, setFormVersionId] = useState("");
  const wantsReason = REASONED_OVERRIDES.some((known) => known === type);
  const offline = useOfflineReason();
  const isReady =
    (!wantsReason || reason.trim() !== "") &&
    (type !== "REASSIGN_QUESTIONNAIRE" || formVersionId !== "");
  const finish = () => {
    const why = reason.trim() === "" ? {} : { reason: reason.trim() };
    if (!isReady) return;
    choose(
      type === "REASSIGN_QUESTIONNAIRE" ? { type, formVersionId, ...why } : { type, ...why },
      unsent,
    );
  };
  return (
    <Dialog
      title={t("onboarding.overrideTitle", { name })}
      close={close}
      footer={
        <>
          <Button kind="quiet" onPress={close}>
            {t("onboarding.keep")}
          </Button>
          <Button
            kind="go"
            offReason={isReady ? offline : t("onboarding.incomplete")}
            onPress={finish}
          >
            {t(`onboarding.go.${type}`)}
          </Button>
        </>
      }
    >
      <label className="field">
        <span className="label">{t("onboarding.action")}</span>
        <select
          className="input"
          value={type}
          autoFocus
          onChange={({ target }) => setType(types.find((known) => known === target.value) ?? type)}
        >
          {types.map((known) => (
            <option value={known} key={known}>
              {t(`onboarding.type.${known}`)}
            </option>
          ))}
        </select>
      </label>
      {type === "REASSIGN_QUESTIONNAIRE" && (
        <FormChoice workspaceId={workspaceId} value={formVersionId} choose={setFormVersionId} />
      )}
      {wantsReason && (
        <label className="field">
          <span className="label">{t("onboarding.reason")}</span>
          <textarea
            className="input"
            rows={3}
            required
            maxLength={REASON_LENGTH}
            value={reason}
            onChange={({ target }) => unsent.change(target.value)}
          />
          <span className="hint">{t("onboarding.reasonHint", { name })}</span>
        </label>
      )}
      <p className="note">{t(`onboarding.effect.${type}`)}</p>
    </Dialog>
  );
}

/** As long as the API takes a reason. */
const REASON_LENGTH = 500;

interface Props {
  readonly workspaceId: string;
  readonly taskId: string;
  readonly name: string;
  readonly types: Overridable["types"];
  /** The override, and the text of its reason, which is unsent until the server has it. */
  readonly choose: (override: Override, reason: SentText) => void;
  readonly close: () => void;
}

/** The published forms, of which one replaces the questionnaire. */
function FormChoice({ workspaceId, value, choose }: ChoiceProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const forms = useQuery(publishedFormsQuery(api, workspaceId));
  if (forms.isError) return <Failed error={forms.error} retry={() => void forms.refetch()} />;
  return (
    <label className="field">
      <span className="label">{t("onboarding.form")}</span>
      <select className="input" value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">{t("onboarding.chooseForm")}</option>
        {(forms.data ?? []).map(({ formId, title, latestFormVersionId }) => (
          <option value={latestFormVersionId ?? ""} key={formId}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChoiceProps {
  readonly workspaceId: string;
  readonly value: string;
  readonly choose: (formVersionId: string) => void;
}
