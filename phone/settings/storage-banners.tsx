import { useEffect, useState } from "react";
import type { DeviceState } from "../../device/types.ts";
import { Banner } from "../app/banner.tsx";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";

/** The storage faults of this device, and what to do about them. */
export function StorageBanners({ page, state }: StorageBannersProps) {
  const texts = useTexts();
  const { storageFault, unreadable } = state;
  return (
    <>
      {storageFault !== null && (
        <Banner
          tone="urgent"
          icon="warning"
          title={texts.storageFault[storageFault]}
          action={{ name: texts.reload, onPress: page.reload }}
        />
      )}
      {state.evicted && (
        <Banner tone="urgent" icon="warning" title={texts.evicted}>
          {texts.evictedWhy}
        </Banner>
      )}
      {state.copied && (
        <Banner tone="warn" icon="warning" title={texts.copied}>
          {texts.copiedWhy}
        </Banner>
      )}
      {unreadable > 0 && (
        <Banner
          tone="urgent"
          icon="warning"
          title={texts.unreadable(unreadable)}
          action={{ name: texts.showEntries, onPress: () => location.assign("#entries") }}
        >
          {texts.unreadableWhy}
        </Banner>
      )}
      {state.waiting > 0 && storageFault === null && <PersistBanner page={page} />}
    </>
  );
}

interface StorageBannersProps {
  readonly page: Page;
  readonly state: DeviceState;
}

/** The browser may evict storage that it did not promise to keep. That matters while unsent entries are in it. */
function PersistBanner({ page: { storage } }: { readonly page: Page }) {
  const texts = useTexts();
  const [isPersisted, setIsPersisted] = useState(true);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    void storage.isPersisted().then(setIsPersisted);
  }, [storage]);
  const ask = async () => {
    const isKept = await storage.persist();
    setIsPersisted(isKept);
    setIsRefused(!isKept);
  };
  if (isPersisted) return null;
  return (
    <Banner
      tone="warn"
      icon="warning"
      title={texts.notPersisted}
      action={{ name: texts.askPersist, onPress: () => void ask() }}
    >
      {isRefused ? texts.persistRefused : texts.notPersistedWhy}
    </Banner>
  );
}
