import { type ReactNode, useState } from "react";
import { RUNNING_RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { useOffReason } from "../../frame/use-off-reason.ts";
import { Button } from "../../kit/button.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { AssignFormDialog } from "../acts/assign-form-dialog.tsx";
import { useFocusAfter } from "../acts/use-focus-after.ts";
import type { TabProps } from "../tab-props.ts";
import { AssignedForm, type AssignedFormItem } from "./assigned-form.tsx";
import { OPEN } from "./newest-first.ts";
import { WithdrawForm } from "./withdraw-form.tsx";

/** The forms that a client was given. A coach assigns another one, and withdraws those that were not submitted yet. */
export function AssignedForms(props: AssignedFormsProps): ReactNode {
  const { place, client, items, shown, reviews } = props;
  const { t } = useTexts();
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const [isAssigning, setIsAssigning] = useState(false);
  const [said, setSaid] = useState("");
  const heading = useFocusAfter(said, items);
  const offReason = useOffReason();
  const isRunning = RUNNING.has(client.status);
  const mayWithdraw = isRunning && offReason === null;
  const inactive = isRunning ? null : t("forms.refusal.RELATIONSHIP_INACTIVE");
  return (
    <nav className="card" aria-label={t("client.assigned")}>
      <header>
        <h2 ref={heading} tabIndex={-1} className="grow">
          {t("client.assigned")}
        </h2>
        <Button icon="plus" offReason={offReason ?? inactive} onPress={() => setIsAssigning(true)}>
          {t("forms.assign")}
        </Button>
      </header>
      {(isWhole ? items : items.slice(0, FIRST)).map((item) => (
        <AssignedForm
          key={item.formAssignmentId}
          item={item}
          zone={client.timezone}
          now={now}
          shown={shown}
          waitsForReview={item.submissionId !== null && reviews.has(item.submissionId)}
          act={
            mayWithdraw &&
            mayBeWithdrawn(item) && (
              <WithdrawForm place={place} client={client} item={item} done={setSaid} />
            )
          }
        />
      ))}
      {!isWhole && items.length > FIRST && (
        <div className="in">
          <Button onPress={() => setIsWhole(true)}>
            {t("clientForms.all", { count: items.length })}
          </Button>
        </div>
      )}
      <p className="meta plan-said" role="status">
        {said}
      </p>
      {isAssigning && (
        <AssignFormDialog place={place} client={client} close={() => setIsAssigning(false)} />
      )}
    </nav>
  );
}

interface AssignedFormsProps extends TabProps {
  readonly items: readonly AssignedFormItem[];
  /** The submission that is open. */
  readonly shown: string | null;
  /** Tasks of the inbox by the submission that they review. */
  readonly reviews: ReadonlyMap<string, string>;
}

/** Forms shown at first: a weekly check-in adds fifty a year. */
const FIRST = 20;
const RUNNING: ReadonlySet<string> = new Set(RUNNING_RELATIONSHIP_STATUSES);

/** The form of an onboarding or a plan goes with its cause. */
const mayBeWithdrawn = ({ status, sourceType }: AssignedFormItem): boolean =>
  OPEN.has(status) && sourceType === "COACH";
