import { type ReactNode, useState } from "react";
import { FOCUS_NOTE_LENGTH } from "../../../contract/agenda/vocabulary.ts";
import { useUnsentText } from "../../drafts/use-unsent-text.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, SummaryDay, SummaryTask } from "../client-queries.ts";
import { usePinActs } from "./use-pin-acts.ts";

/** Pins one of a day's tasks with a note that the client reads, or takes the pin away. A day has one pin. */
export function PinDialog({
  place,
  localDate,
  tasks,
  pin: present,
  close,
}: PinDialogProps): ReactNode {
  const { t } = useTexts();
  const [chosen, setChosen] = useState(tasks[0]?.taskId ?? "");
  const isPinned = present?.taskId === chosen;
  const typed = useUnsentText(
    "pin-note",
    `${place.relationshipId} ${localDate}`,
    isPinned ? (present.note ?? "") : "",
  );
  const { pin, unpin } = usePinActs({ place, localDate, taskId: chosen, typed, close });
  const error = pin.error ?? unpin.error;
  return (
    <Dialog
      title={t("client.pin")}
      close={close}
      footer={
        <>
          {present !== null && (
            <Button isPending={unpin.isPending} onPress={() => unpin.mutate(undefined)}>
              {t("client.unpin")}
            </Button>
          )}
          <Button
            kind="go"
            icon="pin"
            isPending={pin.isPending}
            onPress={() => pin.mutate(undefined)}
          >
            {t(isPinned ? "client.pinAgain" : "client.pinGo")}
          </Button>
        </>
      }
    >
      <p>{t("client.pinEffect")}</p>
      <SelectField
        label={t("client.column.what")}
        value={chosen}
        options={tasks.map(({ taskId, title }) => ({ value: taskId, name: title }))}
        change={setChosen}
      />
      <label className="field">
        <span className="label">{t("client.pinNote")}</span>
        <input
          className="input"
          autoFocus
          maxLength={FOCUS_NOTE_LENGTH}
          value={typed.text}
          onChange={({ target }) => typed.change(target.value)}
        />
      </label>
      {error && <Failed error={error} />}
    </Dialog>
  );
}

interface PinDialogProps {
  readonly place: ClientPlace;
  readonly localDate: string;
  /** Those that may be pinned; the first is proposed. */
  readonly tasks: readonly SummaryTask[];
  /** The present pin of the day, of this task or another one. */
  readonly pin: SummaryDay["focusPin"];
  readonly close: () => void;
}
