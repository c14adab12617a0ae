import { type ReactNode, useState } from "react";
import { RUNNING_RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { AssignFormDialog } from "./assign-form-dialog.tsx";

/** The button, and the key, that gives a form to the client. */
export function AssignForm({ place, client }: AssignFormProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isOff = !RUNNING.includes(client.status);
  const open = () => setIsOpen(true);
  useKeys([{ keys: ["f"], label: t("forms.key.assign"), isShown: true, isOff, run: open }]);
  return (
    <>
      <Button
        kind="quiet"
        icon="form"
        keys="f"
        offReason={isOff ? t("forms.refusal.RELATIONSHIP_INACTIVE") : null}
        onPress={open}
      >
        <span className="narrow-vh">{t("forms.assign")}</span>
      </Button>
      {isOpen && <AssignFormDialog place={place} client={client} close={() => setIsOpen(false)} />}
    </>
  );
}

const RUNNING: readonly string[] = RUNNING_RELATIONSHIP_STATUSES;

interface AssignFormProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}
