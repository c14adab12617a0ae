import type { Request, RequestHandler } from "express";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { isId } from "../../contract/is-id.ts";
import { WORKSPACE_PARAMETER } from "../../contract/page-paths.ts";
import { appPage } from "./app-page.ts";
import type { OutsideLinks } from "./outside-links.ts";
import { page } from "./page.ts";

/**
 * The page behind the button of a coach's mail. Its way into the console opens the workspace that the mail names
 * (docs/rooms/workspaces.md#several-workspaces).
 */
export function coachAppPage(links: OutsideLinks, hasConsole: boolean): RequestHandler {
  const pageTo = (inbox: string | null) => page(appPage("COACH_MOBILE", links, inbox));
  const usual = pageTo(hasConsole ? CONSOLE_PATHS.inbox : null);
  return (req, res, next) => {
    const workspaceId = hasConsole ? workspaceIn(req) : null;
    if (workspaceId === null) return usual(req, res, next);
    return pageTo(`${CONSOLE_PATHS.inbox}?${WORKSPACE_PARAMETER}=${workspaceId}`)(req, res, next);
  };
}

/** The id in the address; null unless there is exactly one. Nothing but an id reaches the page. */
function workspaceIn({ originalUrl }: Request): string | null {
  const [, query = ""] = originalUrl.split("?", 2);
  const [found = "", ...others] = new URLSearchParams(query).getAll(WORKSPACE_PARAMETER);
  return others.length === 0 && isId(found) ? found : null;
}
