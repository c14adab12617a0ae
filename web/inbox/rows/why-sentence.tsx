import { type ReactNode, useEffect } from "react";
import { laterPart, useLaterPart } from "../../kit/later/later-part.ts";
import { texts } from "../../texts/i18n.ts";
import type { WhyTextProps } from "./why-text.tsx";

const why = laterPart(async () => {
  const [{ WhyText }] = await Promise.all([import("./why-text.tsx"), texts.loadLater()]);
  return WhyText;
});

/** The reason of a task whose facts the reader may not see, or whose source is gone. Few rows need it: it loads later. */
export function WhySentence(props: WhyTextProps): ReactNode {
  const { found: WhyText, show } = useLaterPart(why);
  useEffect(() => void show(), [show]);
  return WhyText && <WhyText {...props} />;
}
