import { Navigate, Outlet, useMatches, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useConsole } from "../frame/console-context.ts";
import { KeyBar } from "../frame/key-bar.tsx";
import { OfflineBanner } from "../frame/banners/offline-banner.tsx";
import { useOverlays } from "../frame/use-overlays.tsx";
import { Button } from "../kit/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { Mark } from "../kit/mark.tsx";
import { Menu } from "../kit/menu.tsx";
import { Loading } from "../kit/states.tsx";
import { signOut } from "../session/sign-out.ts";
import { useTexts } from "../texts/use-texts.ts";
import { SupportLinks, SupportPageLink } from "./support-links.tsx";
import { SUPPORT_PATH, supportPages } from "./support-pages.ts";

/** The frame of staff without a workspace: it has the pages of support and no others. */
export function SupportFrame(): ReactNode {
  const { t } = useTexts();
  const { api, session } = useConsole();
  // The matched page, not the address, which changes a moment before the outlet.
  const isSupport = useMatches({
    select: (matches) => matches.at(-1)?.fullPath === SUPPORT_PATH,
  });
  const { shown, showPalette } = useOverlays();
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        {t("frame.skip")}
      </a>
      <nav className="side" aria-label={t("frame.main")}>
        <div className="brand">
          <Mark />
          <span className="cut">{t("frame.product")}</span>
        </div>
        <button type="button" className="jump" onClick={showPalette}>
          <Icon name="search" />
          <span className="grow cut">{t("frame.jump")}</span>
          <Kbd keys="Ctrl K" />
        </button>
        <SupportLinks />
        <div className="foot">
          <ul>
            <li>
              <Button kind="quiet" icon="out" onPress={() => void signOut(session, api)}>
                {t("frame.signOut")}
              </Button>
            </li>
          </ul>
        </div>
      </nav>
      <header className="top">
        <Mark />
        <b className="grow cut">{t("frame.product")}</b>
        <Button kind="quiet" icon="search" label={t("frame.jump")} onPress={showPalette} />
      </header>
      <main className="main" id="main">
        <OfflineBanner />
        <Suspense fallback={<Loading />}>
          {isSupport ? <Outlet /> : <Navigate to={SUPPORT_PATH} replace />}
        </Suspense>
      </main>
      <KeyBar />
      {shown}
      <NarrowNavigation />
    </div>
  );
}

/** The navigation below on a narrow screen. */
function NarrowNavigation(): ReactNode {
  const { t } = useTexts();
  const { api, session } = useConsole();
  const navigate = useNavigate();
  const pages = supportPages(session.staffRole());
  const others = pages.slice(SHOWN_BELOW).map(({ part, name }) => ({
    id: name,
    name: t(name),
    run: () => void navigate({ to: SUPPORT_PATH, params: { part } }),
  }));
  return (
    <nav className="bottom" aria-label={t("frame.main")}>
      {pages.slice(0, SHOWN_BELOW).map(({ part, name, icon }) => (
        <SupportPageLink key={name} part={part}>
          <Icon name={icon} />
          {t(name)}
        </SupportPageLink>
      ))}
      <Menu
        button={
          <AriaButton className="more">
            <Icon name="menu" />
            {t("frame.more")}
          </AriaButton>
        }
        items={[
          ...others,
          { id: "out", name: t("frame.signOut"), run: () => void signOut(session, api) },
        ]}
      />
    </nav>
  );
}

const SHOWN_BELOW = 3;
