import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { useActReason } from "../frame/use-act-reason.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { UndoBar } from "../kit/undo-bar.tsx";
import { useNow } from "../kit/hooks/use-now.ts";
import { useTexts } from "../texts/use-texts.ts";
import { nameOf, overriddenTask } from "./board-acts.ts";
import { type ClientCard, type InvitationCard, boardColumns } from "./board-columns.ts";
import { invitationsQuery, onboardingsQuery } from "./board-query.ts";
import { Board } from "./board.tsx";
import { BoardSummary } from "./board-summary.tsx";
import { CsvDialog } from "./csv-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkNote } from "./link-note.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { useBoardActs } from "./use-board-acts.ts";

/** Everybody between the invitation and the completed onboarding, by state. */
export function OnboardingPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const now = useNow();
  const onboardings = useQuery(onboardingsQuery(api, workspaceId));
  const invitations = useQuery(invitationsQuery(api, workspaceId));
  const acts = useBoardActs(workspaceId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const offReason = useActReason("invitations.manage");
  const invite = () => setAsked({ kind: "INVITE", replaced: null });
  useKeys([
    {
      keys: ["i"],
      label: t("onboarding.key.invite"),
      run: invite,
      isShown: true,
      isOff: offReason !== null,
    },
  ]);
  const columns = boardColumns({
    invitations: invitations.data ?? [],
    onboardings: onboardings.data ?? [],
    now,
  });
  const isEmpty = onboardings.data?.length === 0 && invitations.data?.length === 0;
  return (
    <>
      <PageHead
        title={t("frame.onboarding")}
        facts={onboardings.data && invitations.data && <BoardSummary columns={columns} />}
      >
        <Button kind="quiet" offReason={offReason} onPress={() => setAsked({ kind: "CSV" })}>
          {t("onboarding.csvTitle")}
        </Button>
        <Button kind="go" icon="plus" keys="i" offReason={offReason} onPress={invite}>
          {t("onboarding.invite")}
        </Button>
      </PageHead>
      <div className="body board-ground">
        {(onboardings.isPending || invitations.isPending) && <Loading />}
        {onboardings.isError && (
          <Failed error={onboardings.error} retry={() => void onboardings.refetch()} />
        )}
        {invitations.isError && (
          <Failed error={invitations.error} retry={() => void invitations.refetch()} />
        )}
        {isEmpty && (
          <Empty title={t("onboarding.empty")}>
            <p>{t("onboarding.emptyLead")}</p>
            <Button kind="go" offReason={offReason} onPress={invite}>
              {t("onboarding.invite")}
            </Button>
          </Empty>
        )}
        {!isEmpty && (onboardings.data ?? invitations.data) && (
          <Board
            columns={columns}
            now={now}
            acts={acts}
            offReason={offReason}
            override={(card) => setAsked({ kind: "OVERRIDE", card })}
            fix={(replaced) => setAsked({ kind: "INVITE", replaced })}
          />
        )}
      </div>
      {asked?.kind === "OVERRIDE" && override(asked.card)}
      {asked?.kind === "INVITE" && (
        <InviteDialog
          workspaceId={workspaceId}
          replaced={asked.replaced}
          revoke={(card) => void acts.act({ kind: "REVOKE", card })}
          close={close}
        />
      )}
      {asked?.kind === "CSV" && <CsvDialog workspaceId={workspaceId} close={close} />}
      {acts.link && (
        <Dialog
          title={t("onboarding.linkTitle", { name: acts.link.name })}
          close={acts.dismissLink}
        >
          <LinkNote url={acts.link.url} />
        </Dialog>
      )}
      {acts.done && <UndoBar done={acts.done} dismiss={acts.dismissDone} />}
    </>
  );

  function override(card: ClientCard): ReactNode {
    const task = overriddenTask(card.row);
    if (task === null) return null;
    return (
      <OverrideDialog
        workspaceId={workspaceId}
        taskId={task.taskId}
        name={nameOf(card)}
        types={task.types}
        choose={(chosen, reason) => {
          close();
          void acts.act({ kind: "OVERRIDE", card, taskId: task.taskId, override: chosen }, reason);
        }}
        close={close}
      />
    );
  }
}

/** The open dialog. */
type Asked =
  | { readonly kind: "OVERRIDE"; readonly card: ClientCard }
  | { readonly kind: "INVITE"; readonly replaced: InvitationCard | null }
  | { readonly kind: "CSV" };
