import { createContext, useContext } from "react";
import type { Api } from "../api/api-client.ts";
import type { ConsoleConfig } from "../config.ts";
import type { UnsentTexts } from "../drafts/unsent-texts.ts";
import type { Session } from "../session/session.ts";
import type { Language } from "../texts/i18n.ts";

/** Shared by all pages of a signed-in person. */
export const ConsoleContext = createContext<Console | null>(null);

/**
 * The console around a page.
 *
 * @throws Error outside of the console.
 */
export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (found === null) throw new Error("Pages exist only inside the console.");
  return found;
}

export interface Console {
  readonly api: Api;
  readonly session: Session;
  readonly config: ConsoleConfig;
  /** Texts that the person typed and has not sent. */
  readonly unsent: UnsentTexts;
  /** Shows the console in another language; null follows the browser. */
  readonly speak: (language: Language | null) => Promise<void>;
}
