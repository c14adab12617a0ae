import { type ReactNode, useState } from "react";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { HandOverDialog } from "./hand-over-dialog.tsx";
import { type ReasonedAct, actsOn } from "./reasoned-acts.ts";
import { ReasonedDialog } from "./reasoned-dialog.tsx";

/** The rarer acts on a client: pause, resume, end, do without the baseline, hand over. Each asks in a dialog. */
export function ClientMenu({ place, client }: ClientMenuProps): ReactNode {
  const { t } = useTexts();
  const { permissions } = useMe();
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const close = () => setAsked(null);
  const allowed = permissions.includes("relationships.manage") ? actsOn(client.status) : [];
  if (allowed.length === 0) return null;
  const acts: readonly AskedAct[] = [...allowed, HAND_OVER];
  return (
    <>
      <Menu
        button={<Button kind="quiet" icon="more" label={t("client.acts")} />}
        items={acts.map((id) => ({ id, name: t(`client.act.${id}`), run: () => setAsked(id) }))}
      />
      {asked === HAND_OVER && <HandOverDialog place={place} client={client} close={close} />}
      {asked !== null && asked !== HAND_OVER && (
        <ReasonedDialog act={asked} place={place} client={client} close={close} />
      )}
    </>
  );
}

interface ClientMenuProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
}

const HAND_OVER = "HAND_OVER";
type AskedAct = ReasonedAct | typeof HAND_OVER;
