import type { HTTPResponse, Page } from "puppeteer-core";

/** Records the addresses and referrers of a page's requests, and the secrets that are in the answers. */
export function recordTraffic(page: Page): Traffic {
  const addresses: string[] = [];
  const referrers: string[] = [];
  const secrets = new Map<string, string>();
  page.on("request", (request) => {
    addresses.push(request.url());
    const { referer } = request.headers();
    if (referer !== undefined) referrers.push(referer);
  });
  page.on("response", (response) => void remember(response, secrets));
  return {
    addresses: () => addresses,
    referrers: () => referrers,
    secrets: () => [...secrets.keys()],
    idTokens: () => [...secrets].filter(([, kind]) => kind === "id_token").map(([found]) => found),
  };
}

/** Requests of a page, and the texts that none of them may contain. */
export interface Traffic {
  readonly addresses: () => readonly string[];
  readonly referrers: () => readonly string[];
  /** Tokens of the person, and tokens of the invitations that the person made. */
  readonly secrets: () => readonly string[];
  readonly idTokens: () => readonly string[];
}

const SECRET =
  /"(access_token|refresh_token|id_token)":\s*"([^"]+)"|"link":\s*"[^"]*[?#/=]([^"?#/=]{20,})"/g;

async function remember(response: HTTPResponse, secrets: Map<string, string>): Promise<void> {
  if (response.request().method() !== "POST" || !response.ok()) return;
  const text = await response.text().catch(() => "");
  for (const [, kind = "invitation", token, invitation] of text.matchAll(SECRET))
    secrets.set(token ?? invitation ?? "", kind);
}
