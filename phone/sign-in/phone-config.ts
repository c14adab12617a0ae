import type { Surface } from "../../device/types.ts";
import { isObject } from "../developer/faults.ts";

/** The stack's settings for a sign-in; the service worker caches them for use without a connection. */
export async function readPhoneConfig(surface: Surface): Promise<PhoneConfig> {
  const answer = await fetch("/phone/config.json");
  const config: unknown = await answer.json();
  if (!isObject(config) || !isObject(config["clients"])) throw new Error("The page has no config.");
  return {
    issuer: textOf(config["issuer"]),
    clientId: textOf(config["clients"][surface]),
    scope: textOf(config["scope"]),
    resource: textOf(config["resource"]),
  };
}

/** The provider of a stack, and the registration of an app there. */
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
