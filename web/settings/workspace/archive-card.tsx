import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { overviewQuery } from "../../frame/overview-query.ts";
import { useMe } from "../../frame/use-me.ts";
import { Button } from "../../kit/button.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { AskDialog } from "../kit/ask-dialog.tsx";
import { Card } from "../kit/card.tsx";
import { useAct } from "../kit/use-act.ts";

/** Archives the workspace, once nobody is coached in it (docs/rooms/workspaces.md). */
export function ArchiveCard({ workspaceId }: WorkspaceProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [isAsking, setIsAsking] = useState(false);
  const overview = useQuery(overviewQuery(api, workspaceId));
  const coached = overview.data?.clients.total ?? 0;
  const offReason = coached > 0 ? t("settings.archiveClients", { count: coached }) : null;
  return (
    <Card title={t("settings.archive")}>
      <div className="in stack">
        <p>{t("settings.archiveLead")}</p>
        {offReason !== null && <p className="note">{offReason}</p>}
        <p>
          <Button
            kind="bad"
            isPending={overview.isPending}
            offReason={offReason}
            onPress={() => setIsAsking(true)}
          >
            {t("settings.archive")}
          </Button>
        </p>
      </div>
      {isAsking && <ArchiveDialog workspaceId={workspaceId} close={() => setIsAsking(false)} />}
    </Card>
  );
}

function ArchiveDialog({ workspaceId, close }: ArchiveDialogProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const keyOf = useActKey();
  const archive = useAct(
    async () =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/archive", {
          params: { path: { workspaceId }, header: { "Idempotency-Key": keyOf(workspaceId) } },
          body: {},
        }),
      ),
    { changed: ["me", "workspace-settings"], done: close },
  );
  return (
    <AskDialog
      title={t("settings.archiveAsk", { workspace: workspace.name })}
      go={t("settings.archiveGo")}
      keep={t("settings.archiveKeep")}
      act={{ ...archive, send: () => archive.mutate() }}
      close={close}
    >
      <ul className="stack effects">
        <li>{t("settings.archiveEffect.read")}</li>
        <li>{t("settings.archiveEffect.write")}</li>
        <li>{t("settings.archiveEffect.back")}</li>
      </ul>
    </AskDialog>
  );
}

interface WorkspaceProps {
  readonly workspaceId: string;
}

interface ArchiveDialogProps extends WorkspaceProps {
  readonly close: () => void;
}
