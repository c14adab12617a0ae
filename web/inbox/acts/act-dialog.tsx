import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { INBOX_LIMITS, SNOOZE_PRESETS } from "../../../contract/inbox/vocabulary.ts";
import type { SentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { membersQuery } from "../../frame/members-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { Button } from "../../kit/button.tsx";
import { Choices } from "../../kit/choices.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";
import type { InboxAct } from "./acts.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { presetEnd, snoozeBounds, typedInstant } from "./snooze-times.ts";

/** Asks how: the resolution, the reason, the time or the coach. */
export function ActDialog({ kind, tasks, now, choose: act, close }: ActDialogProps): ReactNode {
  const offReason = useActReason();
  // The connection may be lost while the dialog is open.
  const choose: Asking["choose"] = offReason === null ? act : () => undefined;
  switch (kind) {
    case "RESOLVE":
    case "DISMISS":
      return <ReasonDialog kind={kind} tasks={tasks} choose={choose} close={close} />;
    case "SNOOZE":
      return <SnoozeDialog now={now} {...{ offReason, choose, close }} />;
    case "ASSIGN":
      return <AssignDialog {...{ offReason, choose, close }} />;
    case "REVIEW":
      return <ReviewDialog count={tasks.length} {...{ offReason, choose, close }} />;
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

interface OfferedAsking extends Asking {
  /** Why the act cannot be done now; null if it can. */
  readonly offReason: string | null;
}

function SnoozeDialog({ now, offReason, choose, close }: SnoozeDialogProps): ReactNode {
  const { t, formats } = useTexts();
  const { coachProfile } = useMe();
  const [typed, setTyped] = useState("");
  const until = typedInstant(typed, coachProfile.timezone);
  const title = t("inbox.snoozeTitle");
  return (
    <Dialog title={title} close={close}>
      <Choices
        label={title}
        offReason={offReason}
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
        <Button type="submit" offReason={offReason}>
          {t("inbox.snoozeGo")}
        </Button>
      </form>
      <p className="meta">{t("inbox.snoozeHint")}</p>
    </Dialog>
  );
}

interface SnoozeDialogProps extends OfferedAsking {
  readonly now: Date;
}

function AssignDialog({ offReason, choose, close }: OfferedAsking): ReactNode {
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
          offReason={offReason}
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

function ReviewDialog({ count, offReason, choose, close }: ReviewDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <Dialog
      title={t("inbox.reviewMany", { count })}
      close={close}
      footer={
        <>
          <Button onPress={close}>{t("frame.cancel")}</Button>
          <Button
            kind="go"
            autoFocus
            offReason={offReason}
            onPress={() => choose({ action: "REVIEW" })}
          >
            {t("inbox.reviewManyGo", { count })}
          </Button>
        </>
      }
    >
      <p>{t("inbox.reviewIsFinal")}</p>
    </Dialog>
  );
}

interface ReviewDialogProps extends OfferedAsking {
  readonly count: number;
}
