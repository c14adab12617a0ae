import type { LastPurge } from "../../device/types.ts";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import { useAnnounce } from "./announce.tsx";
import { Banner } from "./banner.tsx";

/**
 * The last purge order in words: why it came, what it deleted or kept, and what to do next. It stays until the person
 * closes it, also after a restart. The device knows nobody's name any more.
 */
export function PurgeBanner({ page: { device }, purge }: PurgeBannerProps) {
  const texts = useTexts();
  const announce = useAnnounce();
  const trigger = isKnown(purge.trigger, texts) ? purge.trigger : "OTHER";
  const next = texts.purgedNext[trigger];
  const dismiss = async () => {
    const centre = await device.part("centre");
    await centre.dismissPurge({ orderId: purge.orderId });
  };
  return (
    <Banner
      tone="info"
      icon="warning"
      title={texts.purged[trigger]}
      action={{
        name: texts.close,
        onPress: () => void dismiss().catch(() => announce(texts.notSaved, "fault")),
      }}
    >
      {unsentWords(purge, texts)} {typeof next === "string" ? next : next[device.surface]}
    </Banner>
  );
}

interface PurgeBannerProps {
  readonly page: Page;
  readonly purge: LastPurge;
}

type KnownTrigger = keyof Texts["purged"];

function isKnown(trigger: string, { purged }: Texts): trigger is KnownTrigger {
  return Object.hasOwn(purged, trigger);
}

function unsentWords({ deleted, sealed }: LastPurge, texts: Texts): string {
  if (deleted > 0) return texts.purgedDeleted(deleted);
  return sealed > 0 ? texts.purgedSealed(sealed) : texts.purgedNothingLost;
}
