import * as z from "zod";

export const StackKeycloak = z.strictObject({
  /** Where it listens. */
  url: z.string(),
  adminPassword: z.string(),
  /** Where each app of the realm takes over after a sign-in, by client id. */
  redirectUris: z.record(z.string(), z.string()),
});
/** The Keycloak of a running stack. */
export type StackKeycloak = z.infer<typeof StackKeycloak>;
