import type { Device } from "../../device/types.ts";

/**
 * Why a sign-in did not complete: a refusal of the library, or one of these.
 * - REFUSED: the provider or the person said no.
 * - FORGOTTEN: this tab did not begin it.
 * - UNREACHABLE: the provider or the service cannot be reached.
 * - NOT_STORED: the browser refused to store it.
 */
export type SignInFailure =
  | Exclude<Awaited<ReturnType<Device["signIn"]>>, "SIGNED_IN">
  | "REFUSED"
  | "FORGOTTEN"
  | "NOT_STORED"
  | "UNREACHABLE";
