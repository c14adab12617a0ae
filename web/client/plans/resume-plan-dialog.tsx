import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { Failed, Loading } from "../../kit/states.tsx";
import { planQuery } from "../../plans/plans-query.ts";
import { refusalText } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { AskedPlan } from "./plan-act-dialog.tsx";
import { CLIENT_PLAN_PATH } from "./plan-acts.ts";
import { programDays } from "./program-days.ts";
import { usePlanAct } from "./use-plan-act.ts";

/** Resumes a paused plan. A program continues where it stopped, or with a day that the coach chooses. */
export function ResumePlanDialog({ place, client, plan, done, close }: AskedPlan): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const keyOf = useActKey();
  const [chosen, setChosen] = useState(WHERE_IT_STOPPED);
  const { assignmentId, planId, title } = plan;
  const { workspaceId } = place;
  const isProgram = plan.planKind === "PROGRAM";
  const found = useQuery({ ...planQuery(api, { workspaceId, planId }), enabled: isProgram });
  // Only the newest revision can be read. A client who keeps an older one continues where it stopped.
  const isReadable = plan.followsNewer || plan.planRevision === found.data?.revision;
  const days = isReadable ? programDays(found.data?.content ?? null) : [];
  const values = { title, name: client.clientDisplayName };
  const sent = usePlanAct(
    place,
    async () => {
      const body = chosen === WHERE_IT_STOPPED ? {} : { programDay: Number(chosen) };
      return await answer(
        api.POST(`${CLIENT_PLAN_PATH}/resume`, {
          params: {
            path: { ...place, assignmentId },
            header: { "Idempotency-Key": keyOf([assignmentId, body]) },
          },
          body,
        }),
      );
    },
    () => {
      close();
      done(t("clientPlans.did.RESUME", values));
    },
  );
  return (
    <Dialog
      title={t("clientPlans.ask.RESUME", values)}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t("frame.cancel")}</Button>
          <Button kind="go" autoFocus isPending={sent.isPending} onPress={() => sent.mutate()}>
            {t("clientPlans.go.RESUME")}
          </Button>
        </>
      }
    >
      <p>{t("clientPlans.effect.RESUME", values)}</p>
      {found.isLoading && <Loading rows={1} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {days.length > 0 && (
        <SelectField
          label={t("clientPlans.continueWith")}
          hint={t("clientPlans.continueHint")}
          value={chosen}
          options={[
            { value: WHERE_IT_STOPPED, name: t("clientPlans.whereItStopped") },
            ...days.map(({ programDay, ...day }) => ({
              value: String(programDay),
              name: t("plans.dayTitle", day),
            })),
          ]}
          change={setChosen}
        />
      )}
      {sent.isError && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
  );
}

const WHERE_IT_STOPPED = "";
