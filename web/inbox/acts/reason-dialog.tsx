import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { ListBox, ListBoxItem } from "react-aria-components";
import {
  DISMISS_REASONS,
  INBOX_LIMITS,
  RESOLUTION_TYPES,
} from "../../../contract/inbox/vocabulary.ts";
import { type SentText, useUnsentText } from "../../drafts/use-unsent-text.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { Kbd } from "../../kit/kbd.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";
import { kindText } from "../rows/kind-text.ts";
import type { InboxAct } from "./acts.ts";
import { NOTED_WAY, offeredWays } from "./offered-ways.ts";
import { type ReasonKey, reasonKey } from "./reason-key.ts";

/**
 * Asks why a task is resolved or dismissed, with a note. A digit or an arrow chooses, Enter on a reason does the act
 * with it, and so does Ctrl Enter from anywhere.
 */
export function ReasonDialog({ kind, tasks, choose, close }: ReasonDialogProps): ReactNode {
  const { t } = useTexts();
  const offReason = useActReason();
  const { unsent, chosen, setChosen, lacksNote, setLacksNote, noteField, send } = useReason({
    kind,
    tasks,
    choose,
    isOff: offReason !== null,
  });
  const question = t(kind === "RESOLVE" ? "inbox.resolveTitle" : "inbox.dismissTitle");
  const reasons = useReasons(kind, tasks);
  const press = (key: ReasonKey) => {
    if (key.kind === "SEND") send(chosen);
    else setChosen(reasons[key.at]?.id ?? chosen);
  };
  return (
    <Dialog
      title={useTitle(kind, tasks)}
      close={close}
      footer={
        <>
          <span className="meta grow">{t("inbox.undoHint")}</span>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
          <Button
            kind="go"
            keys="Ctrl Enter"
            offReason={offReason ?? (chosen === null ? t("inbox.chooseFirst") : null)}
            onPress={() => send(chosen)}
          >
            {t(kind === "RESOLVE" ? "inbox.act.resolve" : "inbox.act.dismiss")}
          </Button>
        </>
      }
    >
      <div className="stack" onKeyDownCapture={pressWith(reasons.length, press)}>
        <ListBox
          aria-label={question}
          className="choices"
          items={reasons.map((reason, index) => ({ ...reason, digit: String(index + 1) }))}
          selectionMode="single"
          // An arrow chooses, and so does a click; Enter and a double click act.
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelectionChange={(keys) => {
            if (keys !== "all") setChosen([...keys].map(String)[0] ?? null);
          }}
          onAction={(id) => send(String(id))}
          shouldFocusWrap
          autoFocus="first"
        >
          {({ id, name, hint, digit }) => (
            <ListBoxItem id={id} textValue={name} className="choice">
              <span>{name}</span>
              {hint !== undefined && <span className="meta">{hint}</span>}
              <span className="row-h" aria-hidden="true">
                <Kbd keys={digit} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
        <div ref={noteField}>
          <TextField
            label={t("inbox.note")}
            rows={2}
            maxLength={INBOX_LIMITS.noteLength}
            value={unsent.text}
            error={lacksNote ? t("inbox.refusal.NOTE_REQUIRED") : null}
            change={(text) => {
              setLacksNote(false);
              unsent.change(text);
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface ReasonDialogProps {
  readonly kind: ReasonedAct;
  readonly tasks: readonly InboxTask[];
  /** The act, and its note, which is unsent until the server has it. */
  readonly choose: (act: InboxAct, note: SentText) => void;
  readonly close: () => void;
}

type ReasonedAct = "RESOLVE" | "DISMISS";

/** Handles the keys of the reasons before the list takes them for the begin of a name. */
const pressWith =
  (count: number, press: (key: ReasonKey) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const isTyping = event.target instanceof HTMLTextAreaElement;
    const key = reasonKey(event, { count, isTyping });
    if (key === null) return;
    event.preventDefault();
    event.stopPropagation();
    press(key);
  };

function useTitle(kind: ReasonedAct, tasks: readonly InboxTask[]): string {
  const texts = useTexts();
  const { t } = texts;
  const [only] = tasks;
  if (tasks.length !== 1 || only === undefined)
    return t(kind === "RESOLVE" ? "inbox.resolveMany" : "inbox.dismissMany", {
      count: tasks.length,
    });
  const values = { name: only.client.displayName, kind: kindText(texts, only) };
  return t(kind === "RESOLVE" ? "inbox.resolveOne" : "inbox.dismissOne", values);
}

function useReasons(kind: ReasonedAct, tasks: readonly InboxTask[]): readonly Reason[] {
  const { t } = useTexts();
  if (kind === "DISMISS")
    return DISMISS_REASONS.map((id) => ({ id, name: t(`inbox.dismissal.${id}`) }));
  return offeredWays(tasks).map((id) => ({
    id,
    name: t(`inbox.resolution.${id}`),
    ...(id === "MESSAGE_SENT" && { hint: t("inbox.resolution.MESSAGE_SENTHint") }),
  }));
}

interface Reason {
  readonly id: string;
  readonly name: string;
  readonly hint?: string;
}

/** The chosen reason, the note, and the act with both. */
function useReason({ kind, tasks, choose, isOff }: Reasoning) {
  const ids = tasks.map(({ taskId }) => taskId).toSorted();
  const unsent = useUnsentText("inbox-note", [kind, ...ids].join(" "));
  const [chosen, setChosen] = useState<string | null>(null);
  const [lacksNote, setLacksNote] = useState(false);
  const noteField = useRef<HTMLDivElement>(null);
  const note = unsent.text.trim();
  const send = (id: string | null) => {
    if (id === null || isOff) return;
    setChosen(id);
    if (id === NOTED_WAY && note === "") {
      setLacksNote(true);
      noteField.current?.querySelector("textarea")?.focus();
      return;
    }
    const written = note === "" ? {} : { note };
    const resolutionType = RESOLUTION_TYPES.find((known) => known === id);
    const dismissReason = DISMISS_REASONS.find((known) => known === id);
    if (kind === "RESOLVE" && resolutionType)
      choose({ action: kind, resolutionType, ...written }, unsent);
    if (kind === "DISMISS" && dismissReason)
      choose({ action: kind, dismissReason, ...written }, unsent);
  };
  return { unsent, chosen, setChosen, lacksNote, setLacksNote, noteField, send };
}

interface Reasoning extends Pick<ReasonDialogProps, "kind" | "tasks" | "choose"> {
  readonly isOff: boolean;
}
