import type { Language } from "./texts.ts";

/** Tells the library in which language the service should answer from now on: its sentences are shown as they are. */
export function announceLanguage(language: Language): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(language);
  channel.close();
}

/** The language that a page announced last, in the worker; until then the one that its own page started with. */
export function followLanguage(initial: string): () => string {
  let language = initial;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event) => {
    if ("data" in event && typeof event.data === "string") language = event.data;
  });
  return () => language;
}

const CHANNEL = "sideline-language";
