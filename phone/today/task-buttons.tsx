import { Icon } from "../app/icon.tsx";
import { describeEntry } from "../sync/describe-entry.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { completeAll, completeTask, undo } from "./actions.ts";
import { bulkItems, isOpen, offeredAction } from "./card.ts";
import type { CardActs } from "./card-acts.ts";

/** The actions on a whole task. */
export function TaskButtons(acts: CardActs) {
  const texts = useTexts();
  const { card, act, isBusy, ask, photos } = acts;
  const offers = (kind: OfferedKind) =>
    isOpen(card) && offeredAction(card, kind, { photos }) !== null;
  return (
    <div className="buttons">
      {offers("COMPLETE_TASK") && (
        <button
          className="btn go"
          type="button"
          disabled={isBusy}
          onClick={() => void act(completeTask(card.task))}
        >
          {texts.complete}
        </button>
      )}
      {isOpen(card) && <TickAllButton {...acts} />}
      {offers("SKIP") && (
        <button className="btn" type="button" onClick={() => ask({ kind: "SKIP", item: null })}>
          {texts.skip}
        </button>
      )}
      {offers("SNOOZE") && <LaterButton {...acts} />}
      <UndoButton {...acts} />
    </div>
  );
}

type OfferedKind = Parameters<typeof offeredAction>[1];

function TickAllButton({ card, act, isBusy, ask }: CardActs) {
  const texts = useTexts();
  const offered = offeredAction(card, "COMPLETE_ALL_ITEMS");
  const count = bulkItems(card).length;
  if (offered === null || count === 0) return null;
  const tickAll = () => {
    if (offered.requiresConfirmation) ask({ kind: "ALL" });
    else void act(completeAll(card.task, false));
  };
  return (
    <button className="btn go" type="button" disabled={isBusy} onClick={tickAll}>
      {texts.completeAll(count)}
    </button>
  );
}

function LaterButton({ card, ask }: CardActs) {
  const texts = useTexts();
  const most = offeredAction(card, "SNOOZE")?.mostSnoozes ?? 0;
  if (card.task.snoozeCount >= most) return null;
  return (
    <button className="btn quiet" type="button" onClick={() => ask({ kind: "LATER" })}>
      <Icon name="clock" />
      {texts.later}
    </button>
  );
}

function UndoButton({ card, act, isBusy }: CardActs) {
  const texts = useTexts();
  const moments = useMoments();
  const { undoable, task } = card;
  if (undoable === null || offeredAction(card, "UNDO") === null) return null;
  const what = describeEntry(undoable, { tasks: [task], texts, moments });
  return (
    <button
      className="btn quiet"
      type="button"
      disabled={isBusy}
      aria-label={texts.undoWhat(what)}
      onClick={() => void act(undo(task, undoable))}
    >
      <Icon name="undo" />
      {texts.undo}
    </button>
  );
}
