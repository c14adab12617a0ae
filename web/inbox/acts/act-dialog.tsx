import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  DISMISS_REASONS,
  INBOX_LIMITS,
  RESOLUTION_TYPES,
  SNOOZE_PRESETS,
} from "../../../contract/inbox/vocabulary.ts";
import { type SentText, useUnsentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { Choices } from "../../kit/choices.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";
import type { InboxAct } from "./acts.ts";
import { NOTED_WAY, offeredWays } from "./offered-ways.ts";
import { presetEnd, snoozeBounds, typedInstant } from "./snooze-times.ts";

/** Asks how: the resolution, the reason, the time or the coach. One choice does the act. */
export function ActDialog({ kind, tasks, now, choose, close }: ActDialogProps): ReactNode {
  switch (kind) {
    case "RESOLVE":
    case "DISMISS":
      return <ReasonDialog kind={kind} tasks={tasks} choose={choose} close={close} />;
    case "SNOOZE":
      return <SnoozeDialog now={now} choose={choose} close={close} />;
    case "ASSIGN":
      return <AssignDialog choose={choose} close={close} />;
    case "REVIEW":
      return <ReviewDialog count={tasks.length} choose={choose} close={close} />;
  }
}

/** Acts that ask something first. A review asks only if it is of many tasks. */
export type AskedAct = "RESOLVE" | "DISMISS" | "SNOOZE" | "ASSIGN" | "REVIEW";

interface ActDialogProps extends Asking {
  readonly kind: AskedAct;
  readonly tasks: readonly InboxTask[];
  readonly now: Date;
}

interface Asking {
  /** The act, and its note, which is unsent until the server has it. */
  readonly choose: (act: InboxAct, note?: SentText) => void;
  readonly close: () => void;
}

function ReasonDialog({ kind, tasks, choose, close }: ReasonDialogProps): ReactNode {
  const { t } = useTexts();
  const ids = tasks.map(({ taskId }) => taskId).toSorted();
  const unsent = useUnsentText("inbox-note", [kind, ...ids].join(" "));
  const note = unsent.text;
  const title = t(kind === "RESOLVE" ? "inbox.resolveTitle" : "inbox.dismissTitle");
  const written = note.trim() === "" ? {} : { note: note.trim() };
  const [lacksNote, setLacksNote] = useState(false);
  const noteField = useRef<HTMLDivElement>(null);
  const choices =
    kind === "RESOLVE"
      ? offeredWays(tasks).map((id) => ({
          id,
          name: t(`inbox.resolution.${id}`),
          ...(id === "MESSAGE_SENT" && { hint: t("inbox.resolution.MESSAGE_SENTHint") }),
        }))
      : DISMISS_REASONS.map((id) => ({ id, name: t(`inbox.dismissal.${id}`) }));
  const take = (id: string) => {
    if (id === NOTED_WAY && note.trim() === "") {
      setLacksNote(true);
      noteField.current?.querySelector("textarea")?.focus();
      return;
    }
    const resolutionType = RESOLUTION_TYPES.find((known) => known === id);
    const dismissReason = DISMISS_REASONS.find((known) => known === id);
    if (kind === "RESOLVE" && resolutionType)
      choose({ action: kind, resolutionType, ...written }, unsent);
    if (kind === "DISMISS" && dismissReason)
      choose({ action: kind, dismissReason, ...written }, unsent);
  };
  return (
    <Dialog title={title} close={close}>
      <Choices label={title} choices={choices} choose={take} />
      <div ref={noteField}>
        <TextField
          label={t("inbox.note")}
          rows={2}
          maxLength={INBOX_LIMITS.noteLength}
          value={note}
          error={lacksNote ? t("inbox.refusal.NOTE_REQUIRED") : null}
          change={(text) => {
            setLacksNote(false);
            unsent.change(text);
          }}
        />
      </div>
    </Dialog>
  );
}

interface ReasonDialogProps extends Asking {
  readonly kind: "RESOLVE" | "DISMISS";
  readonly tasks: readonly InboxTask[];
}

function SnoozeDialog({ now, choose, close }: Asking & { readonly now: Date }): ReactNode {
  const { t, formats } = useTexts();
  const { coachProfile } = useMe();
  const [typed, setTyped] = useState("");
  const until = typedInstant(typed, coachProfile.timezone);
  const title = t("inbox.snoozeTitle");
  return (
    <Dialog title={title} close={close}>
      <Choices
        label={title}
        choices={SNOOZE_PRESETS.map((id) => {
          const end = presetEnd(id, now, coachProfile.timezone);
          return {
            id,
            name: t(`inbox.preset.${id}`),
            hint: end === null ? t("inbox.presetCheckIn") : formats.moment(end),
          };
        })}
        choose={(id) => {
          const snoozePreset = SNOOZE_PRESETS.find((known) => known === id);
          if (snoozePreset) choose({ action: "SNOOZE", snoozePreset });
        }}
      />
      <form
        className="row-h wrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (until !== null) choose({ action: "SNOOZE", snoozedUntil: until });
        }}
      >
        <label className="field grow">
          <span className="label">{t("inbox.snoozeOther")}</span>
          <input
            className="input"
            type="datetime-local"
            required
            value={typed}
            {...snoozeBounds(now, INBOX_LIMITS.snoozeDays, coachProfile.timezone)}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <Button type="submit">{t("inbox.snoozeGo")}</Button>
      </form>
      <p className="meta">{t("inbox.snoozeHint")}</p>
    </Dialog>
  );
}

function AssignDialog({ choose, close }: Asking): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const members = useQuery(membersQuery(api, workspace.workspaceId));
  const title = t("inbox.assignTitle");
  return (
    <Dialog title={title} close={close}>
      {members.isPending && <Loading rows={2} />}
      {members.isError && <Failed error={members.error} retry={() => void members.refetch()} />}
      {members.data && (
        <Choices
          label={title}
          choices={[
            ...members.data.map(({ userId, displayName }) => ({
              id: userId,
              name: displayName,
            })),
            { id: NOBODY, name: t("inbox.assignNobody") },
          ]}
          choose={(id) => choose({ action: "ASSIGN", coachUserId: id === NOBODY ? null : id })}
        />
      )}
    </Dialog>
  );
}

const NOBODY = "nobody";

function ReviewDialog({ count, choose, close }: Asking & { readonly count: number }): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t("inbox.reviewMany", { count })}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t("frame.cancel")}</Button>
          <Button kind="go" autoFocus onPress={() => choose({ action: "REVIEW" })}>
            {t("inbox.reviewManyGo", { count })}
          </Button>
        </>
      }
    >
      <p>{t("inbox.reviewIsFinal")}</p>
    </Dialog>
  );
}
