/** Tells a waiting service worker to take over from its predecessor. */
export const START = "start";
