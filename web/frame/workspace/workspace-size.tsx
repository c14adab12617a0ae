import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { useConsole } from "../console-context.ts";
import { membersQuery } from "../members-query.ts";
import { overviewQuery } from "../overview-query.ts";
import { useMe } from "../use-me.ts";

/** How many clients and coaches the workspace has. The counts of the pages are read first. */
export function WorkspaceSize(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const clients = useQuery(overviewQuery(api, workspaceId)).data?.clients.total;
  const members = useQuery({
    ...membersQuery(api, workspaceId),
    staleTime: MEMBERS_STALE_MS,
    enabled: clients !== undefined,
  }).data;
  if (clients === undefined) return null;
  const counts = [
    t("frame.clientCount", { count: clients }),
    ...(members ? [t("frame.coachCount", { count: members.length })] : []),
  ];
  return <small className="cut">{counts.join(", ")}</small>;
}

/** Nobody joins a workspace every minute. */
const MEMBERS_STALE_MS = 300_000;
