import type { signIn } from "./sign-in.ts";

/**
 * Signs in. An app starts without this code, because a sign-in needs a connection anyway. If it cannot be loaded, no
 * token is stored.
 */
export async function loadSignIn(...call: Parameters<typeof signIn>): ReturnType<typeof signIn> {
  const script = await import("./sign-in.ts").catch(() => null);
  return (await script?.signIn(...call)) ?? "UNREACHABLE";
}
