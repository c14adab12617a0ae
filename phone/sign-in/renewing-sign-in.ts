import type { SignIn } from "../../device/ports/sign-in.ts";
import type { Surface } from "../../device/types.ts";

/** Renews tokens of an app at the provider of this stack. The library for it is loaded with the first renewal. */
export const renewingSignIn = (surface: Surface): SignIn => ({
  async renew(refreshToken) {
    try {
      const { renewAt } = await import("./renew-at.ts");
      return await renewAt(surface, refreshToken);
    } catch {
      return "SILENT";
    }
  },
});
