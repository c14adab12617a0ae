import type { Device } from "../../device/types.ts";
import type { SignInFailure } from "./sign-in-failure.ts";

/** Leaves for the identity provider. The library for it is loaded only then: a signed-in person never needs it. */
export async function beginSignInOn({ surface }: Device): Promise<SignInFailure> {
  try {
    const { beginSignIn } = await import("./begin-sign-in.ts");
    return await beginSignIn(surface);
  } catch {
    return "UNREACHABLE";
  }
}

/** Completes the sign-in that this page returned from, if it did. Resolves with the failure, or null. */
export async function completeSignInOn(device: Device): Promise<SignInFailure | null> {
  if (location.pathname !== "/phone/callback") return null;
  try {
    const { completeSignIn } = await import("./complete-sign-in.ts");
    return await completeSignIn(device);
  } catch {
    return "UNREACHABLE";
  }
}
