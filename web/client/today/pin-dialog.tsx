import type { ReactNode } from "react";
import { FOCUS_NOTE_LENGTH } from "../../../contract/agenda/vocabulary.ts";
import { answer } from "../../api/api-client.ts";
import { useUnsentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace, SummaryDay, SummaryTask } from "../client-queries.ts";

const PIN_PATH = "/api/v1/coach/relationships/{relationshipId}/focus-pin";

/** Pins a task of a day with a note that the client reads, or takes the pin away. A day has one pin. */
export function PinDialog({
  place,
  localDate,
  task,
  pin: present,
  close,
}: PinDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { relationshipId } = place;
  const isPinned = present?.taskId === task.taskId;
  const typed = useUnsentText(
    "pin-note",
    `${relationshipId} ${localDate} ${task.taskId}`,
    isPinned ? (present.note ?? "") : "",
  );
  const keyOf = useActKey();
  const note = typed.text.trim() === "" ? null : typed.text.trim();
  const pin = useClientAct(
    place,
    async () => {
      const body = { localDate, agendaTaskId: task.taskId, note };
      const key = await typed.keyOf(body);
      return await answer(
        api.PUT(PIN_PATH, {
          params: { path: { relationshipId }, header: { "Idempotency-Key": key } },
          body,
        }),
      );
    },
    () => {
      typed.sent();
      close();
    },
  );
  const unpin = useClientAct(
    place,
    async () =>
      await answer(
        api.DELETE(PIN_PATH, {
          params: {
            path: { relationshipId },
            query: { localDate },
            header: { "Idempotency-Key": keyOf(["UNPIN"]) },
          },
        }),
      ),
    close,
  );
  const error = pin.error ?? unpin.error;
  return (
    <Dialog
      title={t("client.pinTitle", { title: task.title })}
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
  readonly task: SummaryTask;
  /** The present pin of the day, of this task or another one. */
  readonly pin: SummaryDay["focusPin"];
  readonly close: () => void;
}
