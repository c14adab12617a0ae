const LOCK = "sideline-writing";

/** Does something that writes. A new version of the page waits for it, in whichever tab it happens. */
export async function whileWriting<Result>(write: () => Promise<Result>): Promise<Result> {
  return await navigator.locks.request(LOCK, { mode: "shared" }, write);
}
/** Does something once no tab writes; writes that begin meanwhile wait. */
export async function onceNothingIsWritten(act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(LOCK, { mode: "exclusive" }, act);
}
