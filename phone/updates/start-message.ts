/** Tells a service worker that waits to take over from its predecessor. */
export const START = "start";
