import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { PLAN_KINDS } from "../../contract/plans/kind-vocabulary.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { answer } from "../api/api-client.ts";
import { useConsole } from "../frame/console-context.ts";
import { Dialog } from "../kit/dialog.tsx";
import { DialogActs } from "../kit/dialog-acts.tsx";
import { SelectField } from "../kit/fields/select-field.tsx";
import { Failed } from "../kit/states.tsx";
import { TextField } from "../kit/fields/text-field.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { publishedFormsQuery } from "../forms/forms-query.ts";
import { newContent } from "./new-content.ts";
import { plansKey } from "./plans-query.ts";

/** Begins a plan: its kind, which never changes, and its title. The draft then opens. */
export function NewPlanDialog({ workspaceId, opened, close }: NewPlanDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const [kind, setKind] = useState<PlanKind>("PROGRAM");
  const [title, setTitle] = useState("");
  const [chosenForm, setForm] = useState("");
  const wantsForm = kind === "CHECK_IN";
  const forms = useQuery({ ...publishedFormsQuery(api, workspaceId), enabled: wantsForm });
  const formVersionId = chosenForm || (forms.data?.[0]?.latestFormVersionId ?? "");
  const part = kind === "PROGRAM" ? t("plans.newExercise") : t("plans.newItem");
  const content = newContent(kind, { title: title.trim(), part, formVersionId });
  const made = useMutation({
    mutationFn: async () =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/plans", {
          params: { path: { workspaceId }, header: { "Idempotency-Key": keyOf(content) } },
          body: { content },
        }),
      ),
    onSuccess: async ({ planId }) => {
      await queries.invalidateQueries({ queryKey: plansKey(workspaceId) });
      opened(planId);
    },
  });
  const isMissing = title.trim() === "" || (wantsForm && formVersionId === "");
  const send = () => !isMissing && !made.isPending && made.mutate();
  return (
    <Dialog
      title={t("plans.newTitle")}
      close={close}
      footer={
        <DialogActs
          go={t("plans.newGo")}
          sent={made}
          offReason={isMissing ? t("plans.newMissing") : null}
          send={send}
          close={close}
        />
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label={t("plans.title")}
          value={title}
          change={setTitle}
          maxLength={TITLE_LENGTH}
          autoFocus
          required
          autoComplete="off"
        />
        <SelectField
          label={t("plans.column.kind")}
          hint={t(`plans.kindHint.${kind}`)}
          value={kind}
          options={PLAN_KINDS.map((value) => ({ value, name: t(`plans.kind.${value}`) }))}
          change={setKind}
        />
        {wantsForm && forms.data?.length === 0 && <p className="note warn">{t("plans.noForm")}</p>}
        {wantsForm && forms.data && forms.data.length > 0 && (
          <SelectField
            label={t("plans.form")}
            value={formVersionId}
            options={forms.data.map((form) => ({
              value: form.latestFormVersionId ?? "",
              name: form.title,
            }))}
            change={setForm}
          />
        )}
        {forms.isError && <Failed error={forms.error} retry={() => void forms.refetch()} />}
        {made.isError && <Failed error={made.error} />}
      </form>
    </Dialog>
  );
}

interface NewPlanDialogProps {
  readonly workspaceId: string;
  readonly opened: (planId: string) => void;
  readonly close: () => void;
}

const TITLE_LENGTH = 120;
