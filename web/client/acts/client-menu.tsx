import { type ReactNode, useState } from "react";
import { RUNNING_RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { useMay } from "../../frame/use-off-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { CardsDialog } from "../reminders/cards-dialog.tsx";
import { type ReasonedAct, actsOn } from "./reasoned-acts.ts";
import { ReasonedDialog } from "./reasoned-dialog.tsx";

/** The rarer acts on a client: cards, pause, resume, end, do without the baseline, hand over. Each asks in a dialog. */
export function ClientMenu({ place, client }: ClientMenuProps): ReactNode {
  const { t } = useTexts();
  const may = useMay();
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const close = () => setAsked(null);
  const acts = menuActs(client.status, may);
  if (acts.length === 0) return null;
  return (
    <>
      <Menu
        button={<Button kind="quiet" icon="more" label={t("client.acts")} />}
        items={acts.map((id) => ({ id, name: t(`client.act.${id}`), run: () => setAsked(id) }))}
      />
      {asked === HAND_OVER && <HandOverDialog place={place} client={client} close={close} />}
      {asked === CARDS && <CardsDialog place={place} client={client} close={close} />}
      {asked !== null && asked !== HAND_OVER && asked !== CARDS && (
        <ReasonedDialog act={asked} place={place} client={client} close={close} />
      )}
    </>
  );
}

interface ClientMenuProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}

const HAND_OVER = "HAND_OVER" as const;
const CARDS = "CARDS" as const;
type AskedAct = ReasonedAct | typeof HAND_OVER | typeof CARDS;

/** The acts that the status and the permissions of the reader allow; the API decides. */
function menuActs(status: string, may: ReturnType<typeof useMay>): readonly AskedAct[] {
  const onRelationship = may("relationships.manage") ? actsOn(status) : [];
  const isRunning = RUNNING_RELATIONSHIP_STATUSES.some((running) => running === status);
  const givesCards = isRunning && CARD_PERMISSIONS.every(may);
  return [
    ...(givesCards ? [CARDS] : []),
    ...onRelationship,
    ...(onRelationship.length > 0 ? [HAND_OVER] : []),
  ];
}

/** A card is made as a plan, then given. */
const CARD_PERMISSIONS = ["plans.manage", "plans.assign"] as const;
