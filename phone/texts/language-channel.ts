import type { Language } from "./texts.ts";

/** Tells the library the language in which the server answers: its sentences are shown unchanged. */
export function announceLanguage(language: Language): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(language);
  channel.close();
}

/** In the worker: the language that a page announced last, at first that of its own page. */
export function followLanguage(initial: string): () => string {
  let language = initial;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event) => {
    if ("data" in event && typeof event.data === "string") language = event.data;
  });
  return () => language;
}

const CHANNEL = "sideline-language";
