import { APP_SCHEMES, type DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import type { OutsideLinks } from "./outside-links.ts";
import type { PageContent } from "./page.ts";
import { storeLinks } from "./store-links.ts";
import type { PageLanguage } from "./texts.ts";

/** The page behind a mail's button, if no app handles the link: it opens the app, or leads to its store. */
export function appPage(surface: DeviceSurface, { clientApp, coachApp }: OutsideLinks) {
  const { storePages } = surface === "CLIENT_MOBILE" ? clientApp : coachApp;
  return (language: PageLanguage): PageContent => {
    const { title, lead, open, stores, elsewhere } = TEXTS[language];
    const body = `<p>${lead}</p>
<p><a class="button" href="${APP_SCHEMES[surface]}:/">${open}</a></p>
<p class="soft">${elsewhere}</p>
${storeLinks(stores, storePages)}`;
    return { title, body };
  };
}

const TEXTS: Readonly<
  Record<PageLanguage, Readonly<Record<"title" | "lead" | "open" | "stores" | "elsewhere", string>>>
> = {
  en: {
    title: "Continue in the app",
    lead: "What you are looking for is in the Sideline app.",
    open: "Open the app",
    stores: "No app yet? Install it:",
    elsewhere: "If nothing happens, open this link on the phone that has the app.",
  },
  de: {
    title: "Weiter in der App",
    lead: "Was du suchst, ist in der Sideline-App.",
    open: "App öffnen",
    stores: "Noch keine App? Installiere sie:",
    elsewhere: "Wenn nichts passiert, öffne diesen Link auf dem Telefon mit der App.",
  },
};
