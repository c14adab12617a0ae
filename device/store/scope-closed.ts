/**
 * The message of the error with which a scope refuses all calls, because an order or a sign-out hides it. It is a text,
 * so that a page recognises the error of a device in another tab.
 */
export const SCOPE_CLOSED = "The scope is not open on this device";

/** Whether a call failed because its scope is hidden. Any other failure hides nothing from the person. */
export function isScopeClosed(error: Error): boolean {
  return error.message === SCOPE_CLOSED;
}
