import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import { CONSOLE_PATHS } from "../contract/console-paths.ts";
import { WORKSPACE_PARAMETER } from "../contract/page-paths.ts";
import { Arrival } from "./arrival/arrival.tsx";
import { clientSearch } from "./client/client-search.ts";
import { rosterSearch } from "./clients/roster-search.ts";
import { exerciseSearch } from "./exercises/search/exercise-search.ts";
import { formSearch } from "./forms/form-search.ts";
import { formsSearch } from "./forms/forms-search.ts";
import { inboxSearch } from "./inbox/inbox-search.ts";
import { Crashed } from "./frame/crashed.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { workspaceSearch } from "./frame/workspace/workspace-search.ts";
import { boardSearch } from "./onboarding/board-search.ts";
import { settingsSearch } from "./settings/settings-search.ts";
import { planSearch } from "./plans/plan-search.ts";
import { plansSearch } from "./plans/plans-search.ts";
import { supportSearch } from "./support/support-search.ts";
import { texts } from "./texts/i18n.ts";

const root = createRootRoute({
  component: Arrival,
  notFoundComponent: NotFound,
  validateSearch: workspaceSearch,
  // Every link and every act that moves on stays in the workspace.
  search: { middlewares: [retainSearchParams([WORKSPACE_PARAMETER])] },
});

const home = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.home,
  beforeLoad: () => redirect({ to: "/inbox/{-$taskId}", replace: true, throw: true }),
});

/** Code of a page whose texts are among the later ones. */
function withLaterTexts<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    const [page] = await Promise.all([load(), texts.loadLater()]);
    return page;
  };
}

// A page is one route. Its code loads when the page is opened.
const inbox = createRoute({
  getParentRoute: () => root,
  // The open row is part of the address; moving on changes it without drawing the list anew.
  path: "/inbox/{-$taskId}",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("./inbox/inbox-page.tsx"), "InboxPage"),
});

const clients = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.clients,
  validateSearch: rosterSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./clients/roster-page.tsx")),
    "RosterPage",
  ),
});

const client = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.client,
  beforeLoad: ({ params }) =>
    redirect({
      to: CONSOLE_PATHS.clientTab,
      params: { ...params, tab: "today" },
      replace: true,
      throw: true,
    }),
});

const clientTab = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.clientTab,
  validateSearch: clientSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./client/client-page.tsx")),
    "ClientPage",
  ),
});

const onboarding = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.onboarding,
  validateSearch: boardSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./onboarding/onboarding-page.tsx")),
    "OnboardingPage",
  ),
});

const exercises = createRoute({
  getParentRoute: () => root,
  // As in the inbox: opening an exercise leaves the results as they are.
  path: "/exercises/{-$exerciseId}",
  validateSearch: exerciseSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./exercises/exercises-page.tsx")),
    "ExercisesPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.settings,
  beforeLoad: () =>
    redirect({
      to: CONSOLE_PATHS.settingsPart,
      params: { part: "yours" },
      replace: true,
      throw: true,
    }),
});

const settingsPart = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.settingsPart,
  validateSearch: settingsSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./settings/settings-page.tsx")),
    "SettingsPage",
  ),
});

const plans = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.plans,
  validateSearch: plansSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./plans/plans-page.tsx")),
    "PlansPage",
  ),
});

const plan = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.plan,
  validateSearch: planSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./plans/plan-page.tsx")),
    "PlanPage",
  ),
});

const forms = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.forms,
  validateSearch: formsSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./forms/forms-page.tsx")),
    "FormsPage",
  ),
});

const form = createRoute({
  getParentRoute: () => root,
  path: CONSOLE_PATHS.form,
  validateSearch: formSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./forms/form-page.tsx")),
    "FormPage",
  ),
});

const support = createRoute({
  getParentRoute: () => root,
  // One route for its three addresses, so that the reason of a look lives while one follows another.
  path: "/support/{-$part}/{-$itemId}",
  validateSearch: supportSearch,
  component: lazyRouteComponent(
    withLaterTexts(() => import("./support/support-page.tsx")),
    "SupportPage",
  ),
});

/** The router of a signed-in person. It exists only after the sign-in has cleaned the address. */
export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      inbox,
      clients,
      client,
      clientTab,
      onboarding,
      exercises,
      settings,
      settingsPart,
      plans,
      plan,
      forms,
      form,
      support,
    ]),
    defaultErrorComponent: Crashed,
    // A parameter that a page's search does not know leaves the address: a link shared later names only what is shown.
    search: { strict: true },
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
