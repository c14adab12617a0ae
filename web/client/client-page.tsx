import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { neighboursOf } from "../clients/came-from.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { Absent } from "../frame/workspace/absent.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { ClientHead } from "./client-head.tsx";
import { relationshipQuery } from "./client-queries.ts";
import { CLIENT_TABS, type ClientTab, clientTab } from "./client-tabs.ts";
import { FilesTab } from "./files/files-tab.tsx";
import { FormsTab } from "./forms/forms-tab.tsx";
import { LogTab } from "./log/log-tab.tsx";
import { SyncTab } from "./sync/sync-tab.tsx";
import type { TabProps } from "./tab-props.ts";
import { TimelineTab } from "./timeline/timeline-tab.tsx";
import { TodayTab } from "./today/today-tab.tsx";
import { WeeksTab } from "./weeks/weeks-tab.tsx";
import { WorkoutsTab } from "./workouts/workouts-tab.tsx";

/** One client: who they are, and the tabs with what they did. */
export function ClientPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const { relationshipId, tab } = useParams({ from: "/clients/$relationshipId/$tab" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const place = { workspaceId: workspace.workspaceId, relationshipId };
  const found = useQuery(relationshipQuery(api, place));
  const shown = clientTab(tab);
  const { before, after } = neighboursOf(queries, relationshipId);
  const go = (id: string | null, to: ClientTab) => {
    if (id === null) return;
    void navigate({ to: "/clients/$relationshipId/$tab", params: { relationshipId: id, tab: to } });
  };
  useKeys([
    ...CLIENT_TABS.map((name, index) => ({
      keys: [String(index + 1)] as const,
      label: t(`client.tab.${name}`),
      run: () => go(relationshipId, name),
    })),
    {
      keys: ["["],
      label: t("client.key.before"),
      isShown: true,
      isOff: before === null,
      run: () => go(before, shown),
    },
    {
      keys: ["]"],
      label: t("client.key.after"),
      isShown: true,
      isOff: after === null,
      run: () => go(after, shown),
    },
    {
      keys: ["Escape"],
      label: t("client.key.back"),
      isShown: true,
      run: () => void navigate({ to: "/clients" }),
    },
  ]);
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll; the open one stays visible.
  useEffect(() => {
    const open = tabs.current?.querySelector('[aria-current="page"]');
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown, found.isSuccess]);
  if (found.isPending) return <Loading />;
  if (found.isError) return <Absent read={found} />;
  return (
    <>
      <ClientHead
        place={place}
        client={found.data}
        before={before === null ? null : () => go(before, shown)}
        after={after === null ? null : () => go(after, shown)}
      />
      <nav ref={tabs} className="tabs" aria-label={t("client.tabs")}>
        {CLIENT_TABS.map((name) => (
          <Link
            key={name}
            to="/clients/$relationshipId/$tab"
            params={{ relationshipId, tab: name }}
            aria-current={name === shown ? "page" : undefined}
          >
            {t(`client.tab.${name}`)}
          </Link>
        ))}
      </nav>
      {/* A tab without a link or a button scrolls by keys too. */}
      <section className="body" aria-label={t(`client.tab.${shown}`)} tabIndex={0}>
        <div className="page">
          <Tab tab={shown} place={place} client={found.data} />
        </div>
      </section>
    </>
  );
}

function Tab({ tab, ...props }: TabProps & { readonly tab: ClientTab }): ReactNode {
  switch (tab) {
    case "today":
      return <TodayTab {...props} />;
    case "weeks":
      return <WeeksTab {...props} />;
    case "workouts":
      return <WorkoutsTab {...props} />;
    case "log":
      return <LogTab {...props} />;
    case "forms":
      return <FormsTab {...props} />;
    case "files":
      return <FilesTab {...props} />;
    case "timeline":
      return <TimelineTab {...props} />;
    case "sync":
      return <SyncTab {...props} />;
  }
}
