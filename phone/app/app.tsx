import { useState, useSyncExternalStore } from "react";
import type { Page } from "../page.ts";
import { isClosed, useDeviceState } from "../state/use-device-state.ts";
import { useScope } from "../state/use-scope.ts";
import { EntriesScreen } from "../sync/entries-screen.tsx";
import { SettingsScreen } from "../settings/settings-screen.tsx";
import { LanguageProvider, useTexts } from "../texts/language.tsx";
import { TodayScreen } from "../today/today-screen.tsx";
import { Announcer } from "./announce.tsx";
import { Banners } from "./banners.tsx";
import { Frame } from "./frame.tsx";
import { ScopeChoice } from "./scope-choice.tsx";
import { SignInDoor } from "./sign-in-door.tsx";
import { useScreen } from "./use-screen.ts";

/** The client app. */
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
  const screen = useScreen();
  const device = useDeviceState(page.device);
  const hasFailed = useSyncExternalStore(page.library.watch, page.library.hasFailed);
  const [chosen, setChosen] = useState(0);
  const scopes = device === null || isClosed(device) ? [] : device.scopes;
  const view = useScope(scopes[chosen] ?? scopes[0] ?? null);
  if (device === null || isClosed(device)) {
    return (
      <Frame page={page} screen={screen} badge={0}>
        {device === null && !hasFailed && <p className="empty soft">{texts.opening}</p>}
        {device === null && hasFailed && <Closed page={page} why={texts.libraryFailed} />}
        {device !== null && (
          <Closed
            page={page}
            why={device.fault === null ? texts.cannotOpenWhy : texts.storageFault[device.fault]}
          />
        )}
      </Frame>
    );
  }
  const { state } = device;
  const badge = state.waiting + state.needsAttention;
  return (
    <Frame page={page} screen={screen} badge={badge}>
      <Banners page={page} state={state} today={view?.today ?? null} />
      {screen === "settings" && <SettingsScreen page={page} state={state} />}
      {screen !== "settings" && state.session === "NONE" && <SignInDoor page={page} />}
      {screen !== "settings" && state.session !== "NONE" && (
        <>
          <ScopeChoice count={scopes.length} chosen={chosen} onChoose={setChosen} />
          {scopes.length === 0 && <NoScope />}
          {view !== null && screen === "today" && <TodayScreen view={view} />}
          {view !== null && screen === "entries" && (
            <EntriesScreen device={page.device} state={state} view={view} />
          )}
        </>
      )}
    </Frame>
  );
}

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

function NoScope() {
  const texts = useTexts();
  return (
    <section className="empty">
      <h1>{texts.noScope}</h1>
      <p>{texts.noScopeWhy}</p>
    </section>
  );
}
