import { Outlet, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { NewTerms } from "../arrival/new-terms.tsx";
import { Button } from "../kit/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { useLive } from "../live/use-live.ts";
import { SupportLinks } from "../support/support-links.tsx";
import { ArchivedBanner } from "./banners/archived-banner.tsx";
import { useConsole } from "./console-context.ts";
import { KeyBar } from "./key-bar.tsx";
import { LiveLine } from "./live-line.tsx";
import { MeMenu } from "./me-menu.tsx";
import { OfflineBanner } from "./banners/offline-banner.tsx";
import { BottomNavigation, PageLinks } from "./navigation.tsx";
import { PAGES } from "./pages.ts";
import { useMe } from "./use-me.ts";
import { useOverlays } from "./use-overlays.tsx";
import { useWorkspaceSwitch } from "./workspace/use-workspace-switch.tsx";
import { WorkspaceSwitch } from "./workspace/workspace-switch.tsx";

/** The frame of every page: navigation at the side, or above and below on a narrow screen; the key bar. */
export function Frame(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const me = useMe();
  const { workspaceId } = me.workspace;
  useLive(workspaceId);
  const { side, top, failure } = useWorkspaceSwitch();
  const { unsent } = useConsole();
  const { draftKey, user } = me;
  useEffect(() => void unsent.unlock(user.userId, draftKey), [unsent, user.userId, draftKey]);
  const { shown, showPalette } = useOverlays();
  useKeys(
    PAGES.map(({ keys, name, path }) => ({
      keys: [keys],
      label: t(name),
      run: () => void navigate({ to: path }),
    })),
  );
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        {t("frame.skip")}
      </a>
      <nav className="side" aria-label={t("frame.main")}>
        <WorkspaceSwitch {...side} />
        <button type="button" className="jump" onClick={showPalette}>
          <Icon name="search" />
          <span className="grow cut">{t("frame.jump")}</span>
          <Kbd keys="Ctrl K" />
        </button>
        <PageLinks group="MORNING" />
        <h2>{t("frame.library")}</h2>
        <PageLinks group="LIBRARY" />
        <SupportLinks />
        <div className="foot">
          <LiveLine />
          <PageLinks group="FOOT" />
          <MeMenu />
        </div>
      </nav>
      <header className="top">
        <WorkspaceSwitch {...top} />
        <Button kind="quiet" icon="search" label={t("frame.jump")} onPress={showPalette} />
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <OfflineBanner />
        <ArchivedBanner />
        {failure}
        <NewTerms />
        {/* The key drops the state of a page, such as picked rows, when the workspace changes. */}
        <Suspense key={workspaceId} fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <KeyBar />
      {shown}
      <BottomNavigation />
    </div>
  );
}
