import { useEffect, useState, useSyncExternalStore } from "react";
import { SqlFault } from "../../device/ports/sql.ts";
import { useDeviceState } from "../../device/react/use-device-state.ts";
import { useScopes } from "../../device/react/use-scopes.ts";
import type { DeviceState } from "../../device/types.ts";
import { useFreshForms } from "../forms/use-fresh-forms.ts";
import { keptInvitation } from "../invitation/kept-invitation.ts";
import type { Page } from "../page.ts";
import { SettingsScreen } from "../settings/settings-screen.tsx";
import { LanguageProvider, useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import { TodayScreen } from "../today/today-screen.tsx";
import { Announcer } from "./announce.tsx";
import { Banners } from "./banners.tsx";
import { Frame } from "./frame.tsx";
import { onDemand } from "./on-demand.tsx";
import { shownFault } from "./shown-fault.ts";
import { ScopeChoice } from "./scope-choice.tsx";
import { SignInDoor } from "./sign-in-door.tsx";
import { useScopeView } from "./use-scope-view.ts";
import { type Screen, useScreen } from "./use-screen.ts";

/** The client app or the coach app, by the surface of its device. */
export function App({ page }: { readonly page: Page }) {
  return (
    <LanguageProvider>
      <Announcer>
        <Screens page={page} />
      </Announcer>
    </LanguageProvider>
  );
}

function Screens({ page }: { readonly page: Page }) {
  const texts = useTexts();
  const { surface } = page.device;
  const { screen, taskId } = useScreen(surface);
  const { value: read, error } = useDeviceState(page.device);
  const hasFailed = useSyncExternalStore(page.library.watch, page.library.hasFailed);
  const [chosen, setChosen] = useState(0);
  const scopes = useScopes(page.device).value;
  const { value: view = null, error: viewError } = useScopeView(
    scopes?.[chosen] ?? scopes?.[0] ?? null,
  );
  const viewFault = shownFault(viewError);
  useFreshForms(surface === "CLIENT_MOBILE" ? view : null);
  const hasAccount = read !== undefined && SIGNED_IN.includes(read.session);
  useEffect(() => {
    // An acceptance whose answer was lost had arrived.
    if (hasAccount) keptInvitation.forget();
  }, [hasAccount]);
  if (read === undefined) {
    return (
      <Frame page={page} screen={screen} badge={0}>
        {error === null && !hasFailed && <p className="empty soft">{texts.opening}</p>}
        {error === null && hasFailed && <Closed page={page} why={texts.libraryFailed} />}
        {error !== null && (
          <Closed page={page} why={whyClosed(error, texts.cannotOpenWhy, texts)} />
        )}
      </Frame>
    );
  }
  const state = withFault(read, error);
  const badge = state.waiting + state.needsAttention;
  const isIn = SIGNED_IN.includes(state.session) && screen !== "settings";
  // An accepted invitation may be lost before anybody has signed in.
  const showsLost = state.session === "NONE" && screen === "entries" && state.unreadable > 0;
  return (
    <Frame page={page} screen={screen} badge={badge}>
      <Banners page={page} state={state} today={view?.today ?? null} />
      {screen === "settings" && <SettingsScreen page={page} state={state} />}
      {state.session === "NONE" && screen === "invitation" && (
        <InvitationScreen page={page} token={taskId} />
      )}
      {state.session === "NONE" && !showsLost && !OPEN_TO_ALL.includes(screen) && (
        <SignInDoor page={page} />
      )}
      {screen !== "settings" && state.session === "SIGNING_OUT" && <Locked />}
      {isIn && screen === "inbox" && <CoachScreens page={page} taskId={taskId} />}
      {(isIn || showsLost) && screen === "entries" && scopes !== undefined && (
        <EntriesScreen device={page.device} state={state} scopes={scopes} />
      )}
      {isIn && surface === "CLIENT_MOBILE" && screen !== "entries" && (
        <>
          <ScopeChoice count={scopes?.length ?? 0} chosen={chosen} onChoose={setChosen} />
          {scopes?.length === 0 && <NoScope />}
          {view === null && viewFault !== null && (
            <Closed page={page} why={whyClosed(viewFault, texts.libraryFailed, texts)} />
          )}
          {view !== null && (screen === "today" || screen === "invitation") && (
            <TodayScreen page={page} view={view} />
          )}
          {view !== null && screen === "form" && taskId !== null && (
            <FormScreen view={view} formAssignmentId={taskId} />
          )}
          {view !== null && screen === "workout" && <WorkoutScreen view={view} taskId={taskId} />}
        </>
      )}
    </Frame>
  );
}

function whyClosed(error: Error, otherwise: string, texts: Texts): string {
  return error instanceof SqlFault ? texts.storageFault[error.kind] : otherwise;
}

/** The state that was read last, with the fault of a later read. */
function withFault(state: DeviceState, error: Error | null): DeviceState {
  return error instanceof SqlFault ? { ...state, storageFault: error.kind } : state;
}

/** Screens that need no sign-in. */
const OPEN_TO_ALL: readonly Screen[] = ["settings", "invitation"];

const InvitationScreen = onDemand(
  async () => (await import("../invitation/invitation-screen.tsx")).InvitationScreen,
);
const FormScreen = onDemand(async () => (await import("../forms/form-screen.tsx")).FormScreen);
const WorkoutScreen = onDemand(
  async () => (await import("../workout/workout-screen.tsx")).WorkoutScreen,
);
const EntriesScreen = onDemand(
  async () => (await import("../sync/entries-screen.tsx")).EntriesScreen,
);
const CoachScreens = onDemand(
  async () => (await import("../coach/coach-screens.tsx")).CoachScreens,
);

function Closed({ page, why }: { readonly page: Page; readonly why: string }) {
  const texts = useTexts();
  return (
    <section className="empty" role="alert">
      <h1>{texts.cannotOpen}</h1>
      <p>{why}</p>
      <button className="btn" type="button" onClick={page.reload}>
        {texts.reload}
      </button>
    </section>
  );
}

/** A decided sign-out waits for the connection. */
function Locked() {
  const texts = useTexts();
  return (
    <section className="empty">
      <h1>{texts.lockedOutTitle}</h1>
      <p>{texts.lockedOut}</p>
    </section>
  );
}

/** Sessions in which the person's data are shown. */
const SIGNED_IN: readonly DeviceState["session"][] = ["SIGNED_IN", "NEEDED"];

function NoScope() {
  const texts = useTexts();
  return (
    <section className="empty">
      <h1>{texts.noScope}</h1>
      <p>{texts.noScopeWhy}</p>
    </section>
  );
}
