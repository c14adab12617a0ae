import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useNeighbours } from "../clients/use-neighbours.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Loading } from "../kit/states.tsx";
import { Absent } from "../kit/way-back/absent.tsx";
import { BackLink } from "../kit/way-back/back-link.tsx";
import { isMissing } from "../kit/way-back/is-missing.ts";
import { useTexts } from "../texts/use-texts.ts";
import { ClientHead } from "./client-head.tsx";
import { relationshipQuery } from "./client-queries.ts";
import { CLIENT_TABS, type ClientTab, clientTab } from "./client-tabs.ts";
import { TabLinks } from "./tab-links.tsx";
import { FilesTab } from "./files/files-tab.tsx";
import { FormsTab } from "./forms/forms-tab.tsx";
import { LogTab } from "./log/log-tab.tsx";
import { SyncTab } from "./sync/sync-tab.tsx";
import type { TabProps } from "./tab-props.ts";
import { TimelineTab } from "./timeline/timeline-tab.tsx";
import { TodayTab } from "./today/today-tab.tsx";
import { useClientAddress } from "./use-client-address.ts";
import { WeeksTab } from "./weeks/weeks-tab.tsx";
import { WorkoutsTab } from "./workouts/workouts-tab.tsx";

/** One client: who they are, and the tabs with what they did. */
export function ClientPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const { relationshipId, tab } = useClientAddress();
  const navigate = useNavigate();
  const place = { workspaceId: workspace.workspaceId, relationshipId };
  const found = useQuery(relationshipQuery(api, place));
  const shown = clientTab(tab);
  const { before, after } = useNeighbours(relationshipId);
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
  if (found.isPending) return <Loading />;
  // The page stays while a later read fails, unless the client is gone.
  if (found.data === undefined || isMissing(found.error))
    return <Absent of="client" read={found} />;
  return (
    <>
      <BackLink of="client" />
      <ClientHead
        place={place}
        client={found.data}
        before={before === null ? null : () => go(before, shown)}
        after={after === null ? null : () => go(after, shown)}
      />
      <TabLinks place={place} shown={shown} />
      {/* A tab without a link or a button scrolls by keys too. */}
      <section className="body" aria-label={t(`client.tab.${shown}`)} tabIndex={0}>
        <div className="page">
          <Tab key={relationshipId} tab={shown} place={place} client={found.data} />
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
