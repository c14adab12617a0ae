import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { rosterQuery } from "../../clients/roster-query.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type Plan, planClientsQuery } from "../plans-query.ts";
import { type AssignOutcome, endsBeforeStart, findClients, mayBeAssigned } from "./assign-body.ts";
import { TermsFields, USUAL_TERMS } from "./terms-fields.tsx";
import { useAssign } from "./use-assign.ts";

/** Gives a plan to several clients at once. Each line shows the outcome for its client. */
export function AssignManyDialog({ plan, close }: AssignManyDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId, planId } = plan;
  const clients = useQuery(rosterQuery(api, { workspaceId, sort: "NAME", status: {} }));
  const holders = useQuery(planClientsQuery(api, { workspaceId, planId }));
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [terms, setTerms] = useState(USUAL_TERMS);
  const { assign, outcomes, isPending } = useAssign(workspaceId);
  const having = new Set(holders.data?.map(({ relationshipId }) => relationshipId));
  const offered = (clients.data ?? []).filter(
    ({ relationshipId, status }) =>
      outcomes.has(relationshipId) || (mayBeAssigned({ status }) && !having.has(relationshipId)),
  );
  const left = [...picked].filter((id) => outcomes.get(id)?.kind !== "ASSIGNED");
  const toggle = (id: string) =>
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const offReason = () => {
    if (left.length === 0) return t("plans.pickClients");
    return endsBeforeStart(terms) ? t("plans.endsBefore") : null;
  };
  const error = clients.error ?? holders.error;
  return (
    <Dialog
      title={t("plans.assignTitle", { title: plan.title })}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t(outcomes.size > 0 ? "frame.close" : "frame.cancel")}</Button>
          <Button
            kind="go"
            isPending={isPending}
            offReason={offReason()}
            onPress={() => void assign(left, planId, terms)}
          >
            {t("plans.assignGo", { count: left.length })}
          </Button>
        </>
      }
    >
      <TermsFields terms={terms} outcomes={outcomes.values()} change={setTerms} />
      <TextField
        label={t("plans.findClient")}
        value={typed}
        change={setTyped}
        autoFocus
        autoComplete="off"
      />
      {(clients.isPending || holders.isPending) && <Loading rows={4} />}
      {error !== null && <Failed error={error} />}
      {clients.data && holders.data && offered.length === 0 && (
        <p className="meta">{t("plans.nobodyToAssign")}</p>
      )}
      <ul className="plan-pick" aria-label={t("plans.pickClients")}>
        {findClients(offered, typed).map(({ relationshipId, client }) => (
          <li key={relationshipId}>
            <label className="row-h">
              <input
                type="checkbox"
                checked={picked.has(relationshipId)}
                disabled={isPending || outcomes.get(relationshipId)?.kind === "ASSIGNED"}
                onChange={() => toggle(relationshipId)}
              />
              <span className="grow cut" title={client.displayName}>
                {client.displayName}
              </span>
            </label>
            <Outcome outcome={outcomes.get(relationshipId)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface AssignManyDialogProps {
  readonly plan: Plan;
  readonly close: () => void;
}

/** Shows the outcome of the assignment to a client. */
export function Outcome({ outcome }: { readonly outcome: AssignOutcome | undefined }): ReactNode {
  const { t, formats } = useTexts();
  if (outcome === undefined) return null;
  return outcome.kind === "ASSIGNED" ? (
    <span className="tag done" role="status">
      {t("plans.assignedFrom", { from: formats.localDate(outcome.from) })}
    </span>
  ) : (
    <span className="error" role="alert">
      {outcome.reason}
    </span>
  );
}
