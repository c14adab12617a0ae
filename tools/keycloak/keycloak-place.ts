import * as z from "zod";

export const StackKeycloak = z.strictObject({
  /** Address of the Keycloak. */
  url: z.string(),
  adminPassword: z.string(),
  /** Redirect address of each app of the realm, by client id. */
  redirectUris: z.record(z.string(), z.string()),
});
/** The Keycloak of a running stack. */
export type StackKeycloak = z.infer<typeof StackKeycloak>;
