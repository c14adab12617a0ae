import type { Device, Scope } from "../../../device/types.ts";

/** The coaching of a client's phone. Throws what to do if nobody is signed in. */
export async function onlyScope(device: Device): Promise<Scope> {
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("Nobody is signed in. Use: sign-in <e-mail>");
  return scope;
}
