import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { refusalText } from "../../plans/words/refusal-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import type { ClientPlan } from "./client-plans-query.ts";
import { PLAN_ACT_PATHS, type SimplePlanAct } from "./plan-acts.ts";
import { usePlanAct } from "./use-plan-act.ts";

/** Says what a pause, an end or following newer revisions does to a plan of the client, and asks. */
export function PlanActDialog({ act, ...props }: PlanActDialogProps): ReactNode {
  const { place, client, plan, done, close } = props;
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const keyOf = useActKey();
  const { assignmentId, title } = plan;
  const values = { title, name: client.clientDisplayName };
  const sent = usePlanAct(
    place,
    async () =>
      await answer(
        api.POST(PLAN_ACT_PATHS[act], {
          params: {
            path: { ...place, assignmentId },
            header: { "Idempotency-Key": keyOf([act, assignmentId]) },
          },
        }),
      ),
    () => {
      close();
      done(t(`clientPlans.did.${act}`, values));
    },
  );
  return (
    <Dialog
      title={t(`clientPlans.ask.${act}`, values)}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t(act === "END" ? "clientPlans.keep" : "frame.cancel")}</Button>
          <Button
            kind={act === "END" ? "bad" : "go"}
            autoFocus
            isPending={sent.isPending}
            onPress={() => sent.mutate()}
          >
            {t(`clientPlans.go.${act}`)}
          </Button>
        </>
      }
    >
      <p>{t(`clientPlans.effect.${act}`, values)}</p>
      {act === "PAUSE" && plan.planKind === "PROGRAM" && <p>{t("clientPlans.pausedProgram")}</p>}
      {act === "PAUSE" && plan.endDate !== null && <p>{t("clientPlans.sameEnd")}</p>}
      {sent.isError && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
  );
}

interface PlanActDialogProps extends AskedPlan {
  readonly act: SimplePlanAct;
}

/** A plan of a client on which an act is asked for. */
export interface AskedPlan {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly plan: ClientPlan;
  /** Says what was done. */
  readonly done: (text: string) => void;
  readonly close: () => void;
}
