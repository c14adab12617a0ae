import { useState } from "react";
import type { Scope } from "../../device/types.ts";
import { pageNow } from "../developer/page-faults.ts";
import { useTexts } from "../texts/language.tsx";
import { completeItem, recordValue } from "./actions.ts";
import { AskedPanel } from "./asked-panel.tsx";
import { chosenPhotos } from "../photos/chosen-photos.ts";
import { PhotoSection } from "../photos/photo-section.tsx";
import { useCardPhotos } from "../photos/use-card-photos.ts";
import { type Card, firstAction, isOpen, offeredAction, photosOf, withPhotos } from "./card.ts";
import type { Asking } from "./card-acts.ts";
import { InputsForm } from "./forms/inputs-form.tsx";
import { ItemRows } from "./item-rows.tsx";
import { LikelyRefusal } from "./likely-refusal.tsx";
import { TaskButtons } from "./task-buttons.tsx";
import { type Enqueue, useEnqueue } from "./use-enqueue.ts";

/** The actions in the task's action schema that apply in its expected state. */
export function TaskActions({ card, scope, onActed }: TaskActionsProps) {
  const texts = useTexts();
  const { enqueue, isBusy } = useEnqueue(scope);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { task, items } = card;
  const rule = photosOf(task);
  const photos = useCardPhotos(rule === null ? null : scope, card);
  const taken = [...photos.kept, ...photos.chosen];
  const act: Enqueue["enqueue"] = async (action) => {
    const complete = withPhotos(action, task, taken);
    const isStored = await enqueue(complete);
    if (isStored) {
      if (complete.attachments !== undefined) chosenPhotos.forget(task.taskId);
      setAsking(null);
      onActed();
    }
    return isStored;
  };
  const offers = (kind: OfferedKind, scopeName?: string) =>
    isOpen(card) && offeredAction(card, kind, { ...(scopeName && { scope: scopeName }) }) !== null;
  const acts = { card, act, isBusy, photos: taken.length, ask: setAsking };
  return (
    <>
      {items.length > 0 && (
        <ItemRows
          items={items}
          plane={card.plane}
          canTick={offers("COMPLETE_ITEM")}
          canSkip={offers("SKIP", "ITEM")}
          onTick={(item) => {
            if (item.inputs.length > 0) setAsking({ kind: "INPUTS", item });
            else void act(completeItem(task, item.itemId, {}));
          }}
          onSkip={(item) => setAsking({ kind: "SKIP", item })}
        />
      )}
      {task.metric !== null && offers("RECORD_VALUE") && (
        <InputsForm
          inputs={[task.metric.input]}
          labels={{ value: texts.value }}
          button={texts.record}
          isBusy={isBusy}
          onFill={({ value = "" }) => act(recordValue(task, value, pageNow()))}
          warning={({ value }) => (
            <LikelyRefusal
              scope={scope}
              action={value === undefined ? null : recordValue(task, value, pageNow())}
            />
          )}
        />
      )}
      {rule !== null && (
        <PhotoSection
          scope={scope}
          taskId={task.taskId}
          rule={rule}
          {...photos}
          operations={card.operations}
          isOpen={isOpen(card)}
        />
      )}
      <LikelyRefusal scope={scope} action={firstAction(card)} />
      {asking === null ? <TaskButtons {...acts} /> : <AskedPanel {...acts} asking={asking} />}
    </>
  );
}

interface TaskActionsProps {
  readonly card: Card;
  readonly scope: Scope;
  /** Called once an action is stored. */
  readonly onActed: () => void;
}

type OfferedKind = Parameters<typeof offeredAction>[1];
