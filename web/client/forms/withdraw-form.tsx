import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import { RefusedForm } from "../../forms/refused-form.tsx";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { DialogActs } from "../../kit/dialog-acts.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import type { AssignedFormItem } from "./assigned-form.tsx";

/** Withdraws a form that the client has not submitted yet. It cannot be taken back, so it asks. */
export function WithdrawForm({ place, client, item, done }: WithdrawFormProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  const keyOf = useActKey();
  const { formAssignmentId, title } = item;
  const values = { title, name: client.clientDisplayName };
  const close = () => setIsAsked(false);
  const sent = useClientAct(
    place,
    async () =>
      await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/form-assignments/{formAssignmentId}/cancel",
          {
            params: {
              path: { ...place, formAssignmentId },
              header: { "Idempotency-Key": keyOf(formAssignmentId) },
            },
          },
        ),
      ),
    () => {
      close();
      done(t("clientForms.withdrawn", values));
    },
  );
  return (
    <>
      <Button
        kind="quiet"
        aria-label={t("clientForms.withdrawOf", values)}
        onPress={() => setIsAsked(true)}
      >
        {t("clientForms.withdraw")}
      </Button>
      {isAsked && (
        <Dialog
          title={t("clientForms.withdrawAsk", values)}
          close={close}
          footer={
            <DialogActs
              keep={t("clientForms.keep")}
              kind="bad"
              go={t("clientForms.withdrawGo")}
              autoFocus
              sent={sent}
              send={() => sent.mutate(undefined)}
              close={close}
            />
          }
        >
          <p>
            {t(
              item.status === "IN_PROGRESS"
                ? "clientForms.withdrawBegun"
                : "clientForms.withdrawEffect",
              values,
            )}
          </p>
          {sent.isError && <Refused error={sent.error} />}
        </Dialog>
      )}
    </>
  );
}

interface WithdrawFormProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly item: AssignedFormItem;
  /** Says what was done. */
  readonly done: (text: string) => void;
}

function Refused({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTexts();
  if (!(error instanceof Problem) || error.code !== "TASK_CLOSED")
    return <RefusedForm error={error} />;
  return (
    <p className="note warn" role="alert">
      {t("clientForms.submittedMeanwhile")}
    </p>
  );
}
