import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";

/** The reason of a task in words. The code reveals no fact about the client. */
export function WhyText({ code }: WhyTextProps): ReactNode {
  const { known } = useTexts();
  return known("inbox.why.", code, "inbox.why.OTHER");
}

export interface WhyTextProps {
  readonly code: string;
}
