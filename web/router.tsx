import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { CONSOLE_PATHS } from "../contract/console-paths.ts";
import { Frame } from "./frame/frame.tsx";
import { inboxSearch } from "./inbox/inbox-search.ts";
import { NotFound } from "./frame/not-found.tsx";

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.home,
  beforeLoad: () => redirect({ to: "/inbox/{-$taskId}", replace: true, throw: true }),
});

// A page is one route. Its code loads when the page is opened.
const inbox = createRoute({
  getParentRoute: () => root,
  // The open row is part of the address; moving on changes it without drawing the list anew.
  path: "/inbox/{-$taskId}",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("./inbox/inbox-page.tsx"), "InboxPage"),
});

/** The router of a signed-in person. It exists only after the sign-in has cleaned the address. */
export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([home, inbox]),
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
