import type Provider from "oidc-provider";
import * as z from "zod";
import { type Accounts, Login } from "./accounts.ts";
import { isLoopback } from "./is-loopback.ts";

/** Address at which a link signs its reader in. */
const ENTER_PATH = "/enter";

/**
 * Signs the reader of a link in as the person that it names, then opens the page that it names on this machine. This
 * opens a demo with one click. The page then asks silently who is signed in.
 */
export function openEntrance(provider: Provider, accounts: Accounts): void {
  provider.use(async (ctx, next) => {
    if (ctx.path !== ENTER_PATH) {
      await next();
      return;
    }
    const asked = Entry.safeParse(ctx.query);
    if (!asked.success) {
      ctx.status = 400;
      return;
    }
    const { email, to } = asked.data;
    const { sub: accountId } = accounts.signIn(Login.parse({ email }));
    const session = new provider.Session();
    session.loginAccount({ accountId });
    await session.save(SESSION_SECONDS);
    ctx.cookies.set(provider.cookieName("session"), session.jti, { sameSite: "lax" });
    ctx.status = 303;
    ctx.redirect(to);
  });
}

/** A link that signs in at a provider. */
export function enterLink(issuer: string, { email, to }: z.infer<typeof Entry>): string {
  return `${issuer}${ENTER_PATH}?${new URLSearchParams({ email, to }).toString()}`;
}

const Entry = z.strictObject({
  email: z.email(),
  to: z.url().refine((address) => isLoopback(new URL(address).origin)),
});

const SESSION_SECONDS = 30 * 24 * 60 * 60;
