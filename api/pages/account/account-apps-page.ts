import { APP_SCHEMES } from "../../../contract/accounts/vocabulary.ts";
import type { OutsideLinks } from "../outside-links.ts";
import type { PageContent } from "../page.ts";
import { storeLinks } from "../store-links.ts";
import type { PageLanguage } from "../texts.ts";

/**
 * The page behind the links of mails to `/account` if nobody can sign in on the web. It cannot know who reads it, so it
 * leads clients and coaches to their own app.
 */
export function accountAppsPage({ clientApp, coachApp }: OutsideLinks) {
  return (language: PageLanguage): PageContent => {
    const { title, lead, apps, stores, elsewhere } = TEXTS[language];
    const choices = [
      { app: apps.client, scheme: APP_SCHEMES.CLIENT_MOBILE, pages: clientApp.storePages },
      { app: apps.coach, scheme: APP_SCHEMES.COACH_MOBILE, pages: coachApp.storePages },
    ].map(
      ({ app, scheme, pages }) => `<h2>${app.heading}</h2>
<p><a class="button" href="${scheme}:/">${app.open}</a></p>
${storeLinks(stores, pages)}`,
    );
    return {
      title,
      body: `<p>${lead}</p>\n${choices.join("\n")}\n<p class="soft">${elsewhere}</p>`,
    };
  };
}

interface AccountAppsTexts {
  readonly title: string;
  readonly lead: string;
  readonly apps: Readonly<
    Record<"client" | "coach", { readonly heading: string; readonly open: string }>
  >;
  readonly stores: string;
  readonly elsewhere: string;
}

const TEXTS: Readonly<Record<PageLanguage, AccountAppsTexts>> = {
  en: {
    title: "Your account is in the app",
    lead: "Open the Sideline app that you use. It has your account and your notifications.",
    apps: {
      client: { heading: "You are coached", open: "Open the app for clients" },
      coach: { heading: "You coach", open: "Open the app for coaches" },
    },
    stores: "No app yet? Install it:",
    elsewhere: "If nothing happens, open this link on the phone that has the app.",
  },
  de: {
    title: "Ihr Konto ist in der App",
    lead: "Öffnen Sie die Sideline-App, die Sie benutzen. Dort finden Sie Ihr Konto und Ihre Mitteilungen.",
    apps: {
      client: { heading: "Sie werden gecoacht", open: "App für Klienten öffnen" },
      coach: { heading: "Sie coachen", open: "App für Coaches öffnen" },
    },
    stores: "Noch keine App? Hier gibt es sie:",
    elsewhere: "Wenn nichts passiert, öffnen Sie diesen Link auf dem Telefon mit der App.",
  },
};
