import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { useFocusAfter } from "../acts/use-focus-after.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { type ClientPlan, clientPlansQuery } from "../plans/client-plans-query.ts";
import { CardForm } from "./card-form.tsx";
import { CardRow } from "./card-row.tsx";
import { EndCardDialog } from "./end-card-dialog.tsx";

/** The reminder cards of a client: those in force, each with its end, and a form for a new one. */
export function CardsDialog({ place, client, close }: CardsDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const cards = useQuery({ ...clientPlansQuery(api, place), select: onlyCards });
  const [asked, setAsked] = useState<ClientPlan | null>(null);
  const [done, setDone] = useState("");
  const heading = useFocusAfter(done, cards.data);
  const name = client.clientDisplayName;
  return (
    <Dialog title={t("reminders.title", { name })} close={close}>
      <p className="meta">{t("reminders.lead", { name })}</p>
      <h3 ref={heading} tabIndex={-1}>
        {t("reminders.inForce")}
      </h3>
      {cards.isPending && <Loading rows={2} />}
      {cards.isError && <Failed error={cards.error} retry={() => void cards.refetch()} />}
      {cards.data?.length === 0 && <p>{t("reminders.none")}</p>}
      {cards.data && cards.data.length > 0 && (
        <ul className="card" aria-label={t("reminders.inForce")}>
          {cards.data.map((card) => (
            <CardRow key={card.assignmentId} card={card} askEnd={() => setAsked(card)} />
          ))}
        </ul>
      )}
      <p className="meta" role="status">
        {done}
      </p>
      <CardForm place={place} client={client} done={setDone} />
      {asked !== null && (
        <EndCardDialog
          place={place}
          client={client}
          plan={asked}
          done={setDone}
          close={() => setAsked(null)}
        />
      )}
    </Dialog>
  );
}

interface CardsDialogProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly close: () => void;
}

/** A card is a plan of its own kind. */
const onlyCards = (plans: readonly ClientPlan[]) =>
  plans.filter(({ planKind }) => planKind === "CUSTOM_REMINDER");
