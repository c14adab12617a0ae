import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { announce } from "../../kit/announce.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useConsole } from "../console-context.ts";
import { type Me, meQuery } from "./me-query.ts";
import { useNamedWorkspace } from "../use-me.ts";
import { keepLastWorkspace } from "./last-workspace.ts";
import { withWorkspace } from "./workspace-search.ts";

/**
 * Follows the workspace that the tab shows. With several, its id enters the address and is kept for the next address
 * without one. Another one than before is announced, and takes the focus that the former page has lost.
 */
export function useShownWorkspace(me: Me | undefined): void {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const router = useRouter();
  const named = useNamedWorkspace();
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (me === undefined) return;
    const { workspaceId, name } = me.workspace;
    const isOther = before.current !== null && before.current !== workspaceId;
    before.current = workspaceId;
    const isOneOfSeveral = me.workspaces.length > 1;
    if (isOneOfSeveral) keepLastWorkspace(workspaceId);
    if (isOneOfSeveral && named === null) {
      queries.setQueryData(meQuery(api, workspaceId).queryKey, me);
      const { href } = router.state.location;
      void router.navigate({ href: withWorkspace(href, workspaceId), replace: true });
    }
    if (!isOther) return;
    announce(t("frame.workspaceOpened", { workspace: name }));
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("#main")?.focus();
  }, [me, named, api, queries, router, t]);
}
