import { type ReactNode, useState } from "react";
import { useUnsentText } from "../../drafts/use-unsent-text.ts";
import { Button } from "../../kit/button.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, Relationship } from "../client-queries.ts";
import { dateAt } from "../local-dates.ts";
import {
  CARD_LENGTHS,
  CARD_REPEATS,
  type CardRepeats,
  type TypedCard,
  cardBody,
} from "./card-body.ts";
import { refusalOfCard, useGiveCard } from "./use-give-card.ts";
import { WeekdayChoice } from "./weekday-choice.tsx";

/** The form of a new card. */
export function CardForm({ place, client, done }: CardFormProps): ReactNode {
  const texts = useTexts();
  const { t, formats } = texts;
  const today = dateAt(client.timezone, useNow());
  const title = useUnsentText("reminder-title", place.relationshipId);
  const text = useUnsentText("reminder-text", place.relationshipId);
  const empty: TypedDates = {
    repeats: "DAILY",
    weekdays: [],
    from: today,
    until: "",
  };
  const [dates, setDates] = useState(empty);
  const typed: TypedCard = { ...dates, title: title.text, text: text.text };
  const body = cardBody(typed, today);
  const fault = typeof body === "string" ? body : null;
  const give = useGiveCard(place, title, () => {
    done(t("reminders.given", { title: typed.title.trim(), from: formats.localDate(typed.from) }));
    title.sent();
    text.sent();
    setDates(empty);
  });
  const type = ({ title: newTitle, text: newText, ...changed }: Partial<TypedCard>) => {
    // The refusal was about what is no longer typed.
    if (give.isError) give.reset();
    if (newTitle !== undefined) title.change(newTitle);
    if (newText !== undefined) text.change(newText);
    setDates({ ...dates, ...changed });
  };
  const send = () => {
    if (typeof body !== "string" && !give.isPending) give.mutate(body);
  };
  return (
    <form
      className="stack"
      aria-label={t("reminders.new")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h3>{t("reminders.new")}</h3>
      <TextField
        label={t("reminders.cardTitle")}
        value={typed.title}
        change={(typedTitle) => type({ title: typedTitle })}
        maxLength={CARD_LENGTHS.title}
        autoComplete="off"
      />
      <TextField
        label={t("reminders.text")}
        rows={2}
        value={typed.text}
        change={(typedText) => type({ text: typedText })}
        maxLength={CARD_LENGTHS.text}
      />
      <SelectField<CardRepeats>
        label={t("reminders.repeats")}
        value={typed.repeats}
        options={CARD_REPEATS.map((value) => ({ value, name: t(`reminders.repeats.${value}`) }))}
        change={(repeats) => type({ repeats })}
      />
      {typed.repeats === "WEEKLY" && (
        <WeekdayChoice chosen={typed.weekdays} choose={(weekdays) => type({ weekdays })} />
      )}
      <div className="two-fields">
        <TextField
          type="date"
          label={t(typed.repeats === "ONCE" ? "reminders.on" : "reminders.firstDay")}
          value={typed.from}
          error={fault === "IN_PAST" ? t("reminders.fault.IN_PAST") : null}
          change={(from) => type({ from })}
        />
        {typed.repeats !== "ONCE" && (
          <TextField
            type="date"
            label={t("reminders.lastDay")}
            value={typed.until}
            error={fault === "ENDS_BEFORE" ? t("reminders.fault.ENDS_BEFORE") : null}
            change={(until) => type({ until })}
          />
        )}
      </div>
      {give.isError && (
        <p className="error" role="alert">
          {refusalOfCard(texts, give.error)}
        </p>
      )}
      <p>
        <Button
          kind="go"
          type="submit"
          isPending={give.isPending}
          offReason={fault === null ? null : t(`reminders.fault.${fault}`)}
        >
          {t("reminders.give")}
        </Button>
      </p>
    </form>
  );
}

/** The part of a card that is chosen, not written. */
type TypedDates = Omit<TypedCard, "title" | "text">;

interface CardFormProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  /** Says what was done. */
  readonly done: (text: string) => void;
}
