import { type ReactNode, useState } from "react";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { mayBeAssigned } from "../../plans/acts/assign-body.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { AssignPlanDialog } from "./assign-plan-dialog.tsx";

/** The button, and the key, that gives a plan to the client. */
export function AssignPlan({ place, client }: AssignPlanProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const offReason = mayBeAssigned(client) ? null : t("plans.refused.RELATIONSHIP_INACTIVE");
  const reason = useActReason("plans.assign") ?? offReason;
  const open = () => setIsOpen(true);
  useKeys([
    {
      keys: ["a"],
      label: t("plans.key.assign"),
      isShown: true,
      isOff: reason !== null,
      run: open,
    },
  ]);
  return (
    <>
      <Button kind="quiet" icon="plan" keys="a" offReason={reason} onPress={open}>
        <span className="narrow-vh">{t("plans.assignClientGo")}</span>
      </Button>
      {isOpen && <AssignPlanDialog place={place} client={client} close={() => setIsOpen(false)} />}
    </>
  );
}

interface AssignPlanProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}
