import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../api/api-client.ts";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.tsx";

/** The tasks that need a person, most important first. */
export function InboxPage(): ReactNode {
  const { t, language } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const tasks = useQuery({
    queryKey: ["inbox", workspace.workspaceId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/coach-tasks", {
          params: { path: { workspaceId: workspace.workspaceId } },
        }),
      ),
  });
  return (
    <>
      <PageHead title={t("inbox.title")} />
      <div className="body">
        {tasks.isPending && <Loading />}
        {tasks.isError && <Failed error={tasks.error} retry={() => void tasks.refetch()} />}
        {tasks.data?.items.length === 0 && <Empty title={t("inbox.empty")} />}
        <ul>
          {tasks.data?.items.map((task) => (
            <li className="line" key={task.taskId}>
              <b>{task.client.displayName}</b> {task.sentence?.[language]}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
