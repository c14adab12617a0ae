import type { PartLoaders } from "./load-once.ts";
import type { DevicePartContext } from "./part-context.ts";
import type { DeviceParts } from "./types.ts";

/**
 * The parts of the whole device, each loaded when it is first used. A new part is one line here and one in
 * `DeviceParts`.
 */
export const DEVICE_PARTS: PartLoaders<DeviceParts, DevicePartContext> = {
  account: async (context) => (await import("../account/make-account.ts")).makeAccount(context),
  centre: async (context) => (await import("../centre/make-centre.ts")).makeDeviceCentre(context),
  diagnostics: async (context) =>
    (await import("../centre/diagnostics/make-diagnostics.ts")).makeDiagnostics(context),
  inbox: async (context) => (await import("../coach/make-inbox.ts")).makeInbox(context),
};
