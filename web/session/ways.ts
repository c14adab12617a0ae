import { answer, openApi } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";

/** The ways to sign in on the web, in the server's order, with names in the reader's language. */
export async function readWays(locale: string): Promise<readonly Way[]> {
  const api = openApi({ get: nobody, renew: nobody });
  const query = { surface: "WEB", platform: "WEB", locale } as const;
  const found = await answer(api.GET("/api/v1/auth/providers", { params: { query } }));
  return found.items;
}

/** A way to sign in. */
export type Way = components["schemas"]["ProviderCard"];

/** True if a person can sign in this way at the moment. */
export const isOpenWay = ({ availability }: Pick<Way, "availability">): boolean =>
  availability === "AVAILABLE";

/**
 * The ways that a person is sent to, by their aliases. An alias that the server does not list keeps its own name,
 * because it is the only one with an account.
 */
export function waysOf(aliases: readonly string[], ways: readonly Way[]): readonly NamedWay[] {
  return aliases.map((alias) => ({
    alias,
    label: ways.find((way) => way.alias === alias)?.label ?? alias,
  }));
}

/** Fields with which a button names a way and requests it. */
export type NamedWay = Pick<Way, "alias" | "label">;

const nobody = async () => await Promise.resolve(null);
