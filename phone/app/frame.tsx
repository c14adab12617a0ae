import { type ReactNode, useState } from "react";
import { DeveloperDrawer } from "../developer/developer-drawer.tsx";
import { useFaults } from "../developer/use-faults.ts";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";
import { Icon, Mark } from "./icon.tsx";
import { useInboxBadge } from "./use-inbox-badge.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { SCREENS, type Screen } from "./use-screen.ts";

/** Top bar, navigation and the one column of the page. */
export function Frame({ page, screen, badge, children }: FrameProps) {
  const texts = useTexts();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const faults = useFaults();
  const { surface } = page.device;
  const inboxBadge = useInboxBadge(page);
  const content = useKeptFocus();
  const isFaulty = faults.airplane || faults.loseAnswer || faults.clockOffsetMs !== 0;
  return (
    <div className="phone">
      <header className="top">
        <Mark />
        <p className="grow">
          <b>Sideline</b>
          <span className="hint">{texts.standIn[surface]}</span>
        </p>
        <button
          className={isFaulty ? "btn developer on" : "btn developer"}
          type="button"
          aria-label={texts.developer}
          aria-expanded={isDrawerOpen}
          onClick={() => setIsDrawerOpen(true)}
        >
          <Icon name="switches" />
        </button>
      </header>
      <nav className="bottom" aria-label={texts.mainNavigation}>
        {SCREENS[surface].map((name) => (
          <a
            key={name}
            href={`#${name}`}
            aria-current={name === tabOf(screen) ? "page" : undefined}
          >
            <Icon name={name} />
            <span>{texts[name]}</span>
            {name === "entries" && badge > 0 && <span className="n num">{badge}</span>}
            {name === "inbox" && inboxBadge > 0 && <span className="n num">{inboxBadge}</span>}
          </a>
        ))}
      </nav>
      <main ref={content} tabIndex={-1}>
        {children}
      </main>
      {isDrawerOpen && <DeveloperDrawer page={page} onClose={() => setIsDrawerOpen(false)} />}
    </div>
  );
}

/** Workouts and forms are opened from the day. */
const tabOf = (screen: Screen): Screen =>
  screen === "workout" || screen === "form" ? "today" : screen;

interface FrameProps {
  readonly page: Page;
  readonly screen: Screen;
  /** Entries that wait or need an answer. */
  readonly badge: number;
  readonly children: ReactNode;
}
