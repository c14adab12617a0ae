const LOCK = "sideline-writing";

/** Runs a function that writes. A new version of the page waits for it, whichever tab runs it. */
export async function whileWriting<Result>(write: () => Promise<Result>): Promise<Result> {
  return await navigator.locks.request(LOCK, { mode: "shared" }, write);
}
/** Runs a function once no tab writes; later writes wait for it. */
export async function onceNothingIsWritten(act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(LOCK, { mode: "exclusive" }, act);
}
