import type { Device } from "../../device/types.ts";

/**
 * Why a sign-in did not complete: a refusal of the library, or one of these.
 * - REFUSED: the provider or the person refused it.
 * - FORGOTTEN: this tab did not begin it.
 * - UNREACHABLE: the provider or the server cannot be reached.
 * - NOT_STORED: the browser could not store it.
 */
export type SignInFailure =
  | Exclude<Awaited<ReturnType<Device["signIn"]>>, "SIGNED_IN">
  | "REFUSED"
  | "FORGOTTEN"
  | "NOT_STORED"
  | "UNREACHABLE";
