import { APP_SCHEMES, type DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import type { OutsideLinks } from "./outside-links.ts";
import type { PageContent } from "./page.ts";
import { storeLinks } from "./store-links.ts";
import type { PageLanguage } from "./texts.ts";

/**
 * The page behind a mail's button, if no app handles the link: it opens the app, or leads to its store. A coach may
 * also go on in the console, if the API serves it at this path.
 */
export function appPage(
  surface: DeviceSurface,
  { clientApp, coachApp }: OutsideLinks,
  console: string | null,
) {
  const { storePages } = surface === "CLIENT_MOBILE" ? clientApp : coachApp;
  return (language: PageLanguage): PageContent => {
    const texts = TEXTS[language];
    const open = (style: string) =>
      `<p><a class="${style}" href="${APP_SCHEMES[surface]}:/">${texts.open}</a></p>`;
    const after = `<p class="soft">${texts.elsewhere}</p>\n${storeLinks(texts.stores, storePages)}`;
    if (console === null)
      return { title: texts.title, body: `<p>${texts.lead}</p>\n${open("button")}\n${after}` };
    const inbox = `<p><a class="button" href="${console}">${texts.console}</a></p>`;
    return {
      title: texts.titleOrConsole,
      body: `<p>${texts.leadOrConsole}</p>\n${inbox}\n${open("plain")}\n${after}`,
    };
  };
}

type TextName =
  | "title"
  | "titleOrConsole"
  | "lead"
  | "leadOrConsole"
  | "console"
  | "open"
  | "stores"
  | "elsewhere";

const TEXTS: Readonly<Record<PageLanguage, Readonly<Record<TextName, string>>>> = {
  en: {
    title: "Continue in the app",
    titleOrConsole: "Continue in Sideline",
    lead: "What you are looking for is in the Sideline app.",
    leadOrConsole:
      "What you are looking for is in your inbox, in the browser and in the Sideline app.",
    console: "Open my inbox",
    open: "Open the app",
    stores: "No app yet? Install it:",
    elsewhere: "If nothing happens, open this link on the phone that has the app.",
  },
  de: {
    title: "Weiter in der App",
    titleOrConsole: "Weiter in Sideline",
    lead: "Was Sie suchen, ist in der Sideline-App.",
    leadOrConsole: "Was Sie suchen, ist in Ihrem Posteingang, im Browser und in der Sideline-App.",
    console: "Posteingang öffnen",
    open: "App öffnen",
    stores: "Noch keine App? Hier gibt es sie:",
    elsewhere: "Wenn nichts passiert, öffnen Sie diesen Link auf dem Telefon mit der App.",
  },
};
