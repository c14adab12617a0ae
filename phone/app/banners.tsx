import { useSyncExternalStore } from "react";
import type { Today } from "../../device/read/types.ts";
import type { DeviceState } from "../../device/types.ts";
import type { Page } from "../page.ts";
import { useSignIn } from "../sign-in/use-sign-in.ts";
import { StorageBanners } from "../settings/storage-banners.tsx";
import { useNow } from "./use-now.ts";
import { useMoments, useTexts } from "../texts/language.tsx";
import { Banner } from "./banner.tsx";
import { PurgeBanner } from "./purge-banner.tsx";

/** The facts about the device that need attention, most serious first. */
export function Banners({ page, state, today }: BannersProps) {
  return (
    <div className="banners">
      <StorageBanners page={page} state={state} />
      {state.lastPurge !== null && <PurgeBanner page={page} purge={state.lastPurge} />}
      {state.locked > 0 && <NoAccessBanner />}
      {state.session === "NEEDED" && <SessionBanner page={page} />}
      {state.connection === "OFFLINE" && state.session !== "NONE" && (
        <OfflineBanner page={page} today={today} />
      )}
      <UpdateBanner page={page} />
    </div>
  );
}

interface BannersProps {
  readonly page: Page;
  readonly state: DeviceState;
  /** The day that is shown; null if none was read. */
  readonly today: Today | null;
}

function NoAccessBanner() {
  const texts = useTexts();
  return (
    <Banner tone="info" icon="warning" title={texts.noAccess}>
      {texts.noAccessWhy}
    </Banner>
  );
}

function SessionBanner({ page }: { readonly page: Page }) {
  const texts = useTexts();
  const { isBusy, failure, begin } = useSignIn(page);
  return (
    <Banner
      tone="warn"
      icon="person"
      title={texts.sessionOver}
      action={{ name: isBusy ? texts.signingIn : texts.signInAgain, onPress: begin }}
    >
      {failure === null ? texts.sessionOverWhy : texts.signInFailed[failure]}
    </Banner>
  );
}

function OfflineBanner({ page, today }: Omit<BannersProps, "state">) {
  const texts = useTexts();
  const moments = useMoments(today?.timezone);
  const now = useNow();
  return (
    <Banner tone="info" icon="offline" title={texts.offline}>
      {page.device.surface === "COACH_MOBILE" && texts.offlineEntries}
      {page.device.surface === "CLIENT_MOBILE" &&
        (today === null
          ? texts.offlineNeverRead
          : texts.offlineRead(moments.dayAndTime(today.readAt, now)))}
    </Banner>
  );
}

function UpdateBanner({ page: { updates } }: { readonly page: Page }) {
  const texts = useTexts();
  const isReady = useSyncExternalStore(updates.watch, updates.isReady);
  if (!isReady) return null;
  return (
    <Banner
      tone="info"
      icon="fresh"
      title={texts.updateReady}
      action={{ name: texts.updateNow, onPress: updates.start }}
    >
      {texts.updateWhy}
    </Banner>
  );
}
