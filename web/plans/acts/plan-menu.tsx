import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Plan, plansKey } from "../plans-query.ts";
import { refusalText } from "../words/refusal-text.ts";

/** The rarer acts on a plan: copy it into a new draft, or archive it. Each asks in a dialog. */
export function PlanMenu({ plan }: { readonly plan: Plan }): ReactNode {
  const { t } = useTexts();
  const offReason = useOffReason("plans.manage");
  const [asked, setAsked] = useState<PlanAct | null>(null);
  if (offReason !== null) return null;
  const acts = plan.status === "ARCHIVED" ? (["COPY"] as const) : (["COPY", "ARCHIVE"] as const);
  return (
    <>
      <Menu
        button={<Button kind="quiet" icon="more" label={t("plans.acts")} />}
        items={acts.map((id) => ({ id, name: t(`plans.act.${id}`), run: () => setAsked(id) }))}
      />
      {asked !== null && <ActDialog act={asked} plan={plan} close={() => setAsked(null)} />}
    </>
  );
}

type PlanAct = "ARCHIVE" | "COPY";

const PLAN_PATH = "/api/v1/workspaces/{workspaceId}/plans/{planId}";

function ActDialog({ act, plan, close }: ActDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useActKey();
  const { workspaceId, planId, title } = plan;
  const sent = useMutation({
    mutationFn: async () => {
      const params = {
        path: { workspaceId, planId },
        header: { "Idempotency-Key": keyOf(act) },
      };
      return act === "COPY"
        ? await answer(api.POST(`${PLAN_PATH}/copy`, { params }))
        : await answer(api.POST(`${PLAN_PATH}/archive`, { params }));
    },
    onSuccess: async (made) => {
      close();
      await queries.invalidateQueries({ queryKey: plansKey(workspaceId) });
      if (act === "COPY")
        await navigate({ to: "/plans/$planId", params: { planId: made.planId }, search: {} });
    },
  });
  return (
    <Dialog
      title={t(`plans.ask.${act}`, { title })}
      close={close}
      footer={
        <DialogActs
          kind={act === "ARCHIVE" ? "bad" : "go"}
          go={t(`plans.act.${act}`)}
          autoFocus
          sent={sent}
          send={() => sent.mutate()}
          close={close}
        />
      }
    >
      <p>{t(`plans.effect.${act}`)}</p>
      {sent.isError && (
        <p className="error" role="alert">
          {refusalText(texts, sent.error)}
        </p>
      )}
    </Dialog>
  );
}

interface ActDialogProps {
  readonly act: PlanAct;
  readonly plan: Plan;
  readonly close: () => void;
}
