import { useTexts } from "../texts/language.tsx";
import { completeAll, completeItem, skip, snooze } from "./actions.ts";
import { bulkItems, offeredAction } from "./card.ts";
import { ConfirmAll } from "./forms/confirm-all.tsx";
import { InputsForm } from "./forms/inputs-form.tsx";
import { LaterChoice } from "./forms/later-choice.tsx";
import { SkipForm } from "./forms/skip-form.tsx";
import type { Asking, CardActs } from "./card-acts.ts";

/** The form for an action, in place of the card's buttons. */
export function AskedPanel({ card, act, isBusy, ask, asking }: CardActs & AskedPanelProps) {
  const texts = useTexts();
  const { task } = card;
  const shared = { isBusy, onCancel: () => ask(null) };
  switch (asking.kind) {
    case "INPUTS":
      return (
        <div className="panel">
          <h3>{asking.item.label}</h3>
          <InputsForm
            {...shared}
            inputs={asking.item.inputs}
            button={texts.tickIt}
            onFill={(values) => act(completeItem(task, asking.item.itemId, values))}
          />
        </div>
      );
    case "ALL":
      return (
        <ConfirmAll
          {...shared}
          count={bulkItems(card).length}
          onConfirm={() => void act(completeAll(task, true))}
        />
      );
    case "LATER":
      return (
        <LaterChoice
          {...shared}
          what={task.title}
          minutes={offeredAction(card, "SNOOZE")?.snoozeMinutes ?? []}
          onChoose={(minutes) => void act(snooze(task, minutes))}
        />
      );
    case "SKIP":
      return (
        <SkipForm
          {...shared}
          what={asking.item?.label ?? task.title}
          onSkip={(reason, note) =>
            act(skip(task, { itemId: asking.item?.itemId ?? null, reason, note }))
          }
        />
      );
  }
}

interface AskedPanelProps {
  readonly asking: Asking;
}
