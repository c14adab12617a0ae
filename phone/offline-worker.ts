import { START } from "./updates/start-message.ts";

/** The files of this version, named by the build. */
declare const __PHONE_FILES__: readonly { readonly path: string }[];
/** The hash of their names and contents. */
declare const __PHONE_VERSION__: string;

/*
 * Serves the page without a connection. A version is stored as a whole before it is used, and serves only its own
 * files. A page therefore never loads a script of another version. A new version waits until the page tells it to
 * start.
 */
const PREFIX = "sideline-phone-";
const VERSION = `${PREFIX}${__PHONE_VERSION__}`;
const PAGE = "/phone/";
const FILES = new Set(__PHONE_FILES__.map(({ path }) => path));

interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

// The types of a page stand for those of a worker here, so the worker's own events and scope are checked by name.
const isLifetime = (event: Event): event is LifetimeEvent => "waitUntil" in event;
const isRequest = (event: Event): event is RequestEvent => "respondWith" in event;
const isWorkerScope = (scope: object): scope is WorkerScope => "skipWaiting" in scope;
const own: object = globalThis;

addEventListener("install", (event) => {
  if (isLifetime(event)) event.waitUntil(storeVersion());
});
addEventListener("activate", (event) => {
  if (isLifetime(event)) event.waitUntil(takeOver());
});
addEventListener("message", ({ data: message }) => {
  if (message === START && isWorkerScope(own)) void own.skipWaiting();
});
addEventListener("fetch", (event) => {
  if (!isRequest(event)) return;
  const path = ownPath(event.request);
  if (path !== null) event.respondWith(serve(path, event.request));
});

/** Fails as a whole if one file fails; the browser then tries again at the next visit. */
async function storeVersion(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.addAll([...FILES].map((path) => new Request(path, { cache: "no-cache" })));
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  if (isWorkerScope(own)) await own.clients.claim();
}

/** The stored file for a request; null if this page has none. */
function ownPath({ method, url, mode }: Request): string | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || !pathname.startsWith(PAGE)) return null;
  // The address that a sign-in returns to is the page too, with an answer in its query.
  if (mode === "navigate") return PAGE;
  return FILES.has(pathname) ? pathname : null;
}

async function serve(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(VERSION);
  return (await cache.match(path)) ?? (await fetch(request));
}
