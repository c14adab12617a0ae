import type { ApiDeps } from "../api-deps.ts";

/** An invitation whose link is shown to its coach and never stored. */
export interface HiddenLink<Shown extends object> {
  /** The form stored under an Idempotency-Key: the link without its token. */
  hide<Made extends Shown>(made: Made, deps: ApiDeps): Made & { readonly link: string };
  /** A first or replayed answer with its original link, whether or not it still works. */
  reveal<Stored extends Shown>(
    stored: Stored,
    deps: ApiDeps,
  ): Promise<Stored & { readonly link: string }>;
}

/** Handles the links of one kind of invitation; the token is derived whenever it is shown. */
export function hiddenLink<Shown extends object>(kind: {
  readonly link: (publicUrl: string, token: string) => string;
  readonly token: (invitationKey: Uint8Array, shown: Shown) => Promise<string>;
}): HiddenLink<Shown> {
  return {
    hide: (made, { publicUrl }) => ({ ...made, link: kind.link(publicUrl, "") }),
    reveal: async (stored, { keys, publicUrl }) => {
      const token = await kind.token(keys.invitation, stored);
      return { ...stored, link: kind.link(publicUrl, token) };
    },
  };
}
