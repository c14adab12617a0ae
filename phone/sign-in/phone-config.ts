import { isObject } from "../developer/faults.ts";

/** What a sign-in needs to know about its stack; the service worker keeps it for times without a connection. */
export async function readPhoneConfig(): Promise<PhoneConfig> {
  const answer = await fetch("/phone/config.json");
  const config: unknown = await answer.json();
  if (!isObject(config) || !isObject(config["clients"])) throw new Error("The page has no config.");
  return {
    issuer: textOf(config["issuer"]),
    clientId: textOf(config["clients"]["CLIENT_MOBILE"]),
    scope: textOf(config["scope"]),
    resource: textOf(config["resource"]),
  };
}

/** The provider of a stack, and how the client app is registered there. */
export interface PhoneConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("The page's config is incomplete.");
  return value;
}
