import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { I18nProvider as AriaI18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import type { Reads } from "./api/first-reads.ts";
import type { ConsoleConfig } from "./config.ts";
import { leaveWarning } from "./drafts/leave-warning.ts";
import { openUnsentTexts } from "./drafts/unsent-texts.ts";
import { ConsoleContext } from "./frame/console-context.ts";
import { keepFieldsOffDisk } from "./kit/keep-fields-off-disk.ts";
import { openKeyMap } from "./kit/keys/key-map.ts";
import { hasLetterKeys } from "./kit/keys/letter-keys.ts";
import { listenToKeys } from "./kit/keys/listen-to-keys.ts";
import { readOwnKeys } from "./kit/keys/own-keys.ts";
import { KeysContext } from "./kit/keys/use-keys.ts";
import { createConsoleRouter } from "./router.tsx";
import type { Arrival } from "./session/arrive.ts";
import { Door } from "./session/door.tsx";
import { type Session, beginSignIn } from "./session/session.ts";
import { type Language, chooseLanguage, texts } from "./texts/i18n.ts";

/** Shows the door, or the console of the person who is signed in, once it is known who arrives. */
export async function openConsole({
  config,
  signedIn,
  arriving,
  language,
}: ConsoleArrival): Promise<void> {
  keepFieldsOffDisk(document);
  const router = createConsoleRouter();
  // The page's own code loads while the sign-in is still under way.
  void router.preloadRoute({ to: location.pathname }).catch(() => undefined);
  const place = await openPlace(language);
  const noArrival: Arrival = { kind: "SIGNED_OUT" };
  if (signedIn === null)
    return place.content(
      <Door config={config} arrival={noArrival} signIn={() => Promise.reject(new Error())} />,
    );
  const { session, api, queries } = signedIn;
  const showDoor = (arrival: Arrival) =>
    place.content(
      <Door
        config={config}
        arrival={arrival}
        isJoining={session.joinHandle !== null}
        signIn={(way) => beginSignIn(session, way)}
      />,
    );
  const arrival = await arriving;
  if (arrival.kind !== "SIGNED_IN") return showDoor(arrival);
  const unsent = openUnsentTexts({
    storage: () => sessionStorage,
    newKey: () => crypto.randomUUID(),
    onRisk: leaveWarning(window),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  // A hidden page may be discarded without another word.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) void unsent.flush();
  });
  session.onEnd = (cause) => {
    queries.clear();
    if (cause === "LOST") {
      void unsent.lock();
      // The address stays: there the person goes on after a new sign-in.
      return showDoor({ kind: "ENDED" });
    }
    unsent.forget();
    history.replaceState(null, "", "/");
    showDoor(noArrival);
  };
  // The first read may end the session before this page listens.
  if ((await session.get()) === null) return showDoor({ kind: "ENDED" });
  const keys = openKeyMap(() => performance.now());
  keys.hasLetters = hasLetterKeys();
  keys.own = readOwnKeys();
  listenToKeys(document, keys);
  place.content(
    <ConsoleContext value={{ api, session, config, unsent, speak: place.speak }}>
      <KeysContext value={keys}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </KeysContext>
    </ConsoleContext>,
  );
}

/** The facts that the page has before the console is loaded. */
interface ConsoleArrival {
  readonly config: ConsoleConfig;
  /** Null in a place where no app signs in on the web. */
  readonly signedIn: SignedIn | null;
  readonly arriving: Promise<Arrival>;
  /** The language that the person chose; null follows the browser. */
  readonly language: Language | null;
}

/** The session of the person who arrives, and the reads that have begun for them. */
export interface SignedIn extends Reads {
  readonly session: Session;
}

/** The place of the page, in a language that may change while it is shown. Null follows the browser. */
async function openPlace(chosen: Language | null): Promise<Place> {
  const element = document.querySelector("#root");
  if (element === null) throw new Error("The page has no place for the console.");
  const root = createRoot(element);
  let content: ReactNode = null;
  let draw: () => void = () => undefined;
  const speak = async (wanted: Language | null) => {
    const language = chooseLanguage(wanted, navigator.languages);
    const i18n = await texts.speak(language);
    document.documentElement.lang = language;
    draw = () =>
      root.render(
        <StrictMode>
          <I18nProvider i18n={i18n}>
            <AriaI18nProvider locale={language}>{content}</AriaI18nProvider>
          </I18nProvider>
        </StrictMode>,
      );
    draw();
  };
  await speak(chosen);
  return {
    speak,
    content(shown) {
      content = shown;
      draw();
    },
  };
}

interface Place {
  readonly content: (shown: ReactNode) => void;
  readonly speak: (language: Language | null) => Promise<void>;
}
