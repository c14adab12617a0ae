import { type ReactNode, useState } from "react";
import { CONSOLE_PATHS } from "../../../contract/console-paths.ts";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { useActReason } from "../../frame/use-act-reason.ts";
import { useOpenWorkspace } from "../../frame/workspace/use-open-workspace.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { Card } from "../kit/card.tsx";
import { useAct } from "../kit/use-act.ts";

/** Ends the reader's own membership. The console then opens another workspace of theirs, or the way to one. */
export function LeaveCard({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTexts();
  const { workspace } = useMe();
  const offReason = useActReason();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={workspace.name}>
      <div className="in stack">
        <p>{t("settings.youAreCoach")}</p>
        <p>
          <Button kind="bad" offReason={offReason} onPress={() => setIsAsking(true)}>
            {t("settings.leave")}
          </Button>
        </p>
      </div>
      {isAsking && <LeaveDialog workspaceId={workspaceId} close={() => setIsAsking(false)} />}
    </Card>
  );
}

function LeaveDialog({ workspaceId, close }: LeaveDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace, workspaces } = useMe();
  const open = useOpenWorkspace();
  const next = workspaces.find(
    (one) => one.workspaceId !== workspaceId && one.status !== "SUSPENDED",
  );
  const leave = useAct(
    async () =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/leave", { params: { path: { workspaceId } } }),
      ),
    {
      changed: next === undefined ? ["me"] : [],
      done: () => {
        // Should it not open, the next read says that this one is closed.
        if (next !== undefined)
          void open(next.workspaceId, CONSOLE_PATHS.inbox).catch(() => undefined);
      },
    },
  );
  return (
    <AskDialog
      title={t("settings.leaveAsk", { workspace: workspace.name })}
      go={t("settings.leaveGo")}
      keep={t("settings.stay")}
      act={{ ...leave, send: () => leave.mutate() }}
      close={close}
    >
      <p>{t("settings.leaveEffect")}</p>
    </AskDialog>
  );
}

interface LeaveDialogProps {
  readonly workspaceId: string;
  readonly close: () => void;
}
