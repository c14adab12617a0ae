import { importPKCS8, SignJWT } from "jose";
import * as z from "zod";
import { type Http2Answer, openHttp2Poster } from "./open-http2-poster.ts";
import { cacheToken } from "./cache-token.ts";
import {
  PUSH_LIFETIME_SECONDS,
  type PushAnswer,
  type PushMessage,
  type PushSender,
} from "./push-sender.ts";
import { retryAfterOf } from "./retry-after.ts";

/** Sends by the HTTP v1 interface of Firebase Cloud Messaging. Only tests pass another origin. */
export function createFcmSender(account: FcmAccount, origin = FCM_ORIGIN): PushSender {
  const api = openHttp2Poster(origin);
  const tokenUri = new URL(account.tokenUri);
  const authority = openHttp2Poster(tokenUri.origin);
  const access = cacheToken(async () => {
    const assertion = await assertionOf(account);
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const query = new URLSearchParams(form).toString();
    const answer = await authority.post(tokenUri.pathname, headers, query);
    if (answer.status !== 200) throw new FcmSignInError(answer.status);
    const { access_token: token, expires_in: seconds } = Access.parse(JSON.parse(answer.body));
    return { token, seconds };
  });
  return {
    async send(message) {
      const path = `/v1/projects/${account.projectId}/messages:send`;
      const headers = {
        authorization: `Bearer ${await access.get()}`,
        "content-type": "application/json",
      };
      const answer = await api.post(path, headers, JSON.stringify(fcmBody(message)));
      if (answer.status === 401) access.forget();
      return readAnswer(answer);
    },
    close() {
      api.close();
      authority.close();
    },
  };
}

/** The sending account from Google's console. */
export interface FcmAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  /** PKCS 8, PEM. */
  readonly privateKey: string;
  readonly tokenUri: string;
}

const FCM_ORIGIN = "https://fcm.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
/** The pause after a quota refusal without a stated time. */
const QUOTA_PAUSE_SECONDS = 60;

const Access = z.object({ access_token: z.string(), expires_in: z.number() });

async function assertionOf({ clientEmail, privateKey, tokenUri }: FcmAccount): Promise<string> {
  return await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(clientEmail)
    .setAudience(tokenUri)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(privateKey, "RS256"));
}

function fcmBody({ token, title, body, badge, content, collapseKey, severity }: PushMessage) {
  const counted = badge === null ? {} : { notification_count: badge };
  const shown = badge === null ? {} : { payload: { aps: { badge } } };
  return {
    message: {
      token,
      notification: { title, body },
      data: content,
      android: {
        collapse_key: collapseKey,
        priority: severity === "LOW" ? "NORMAL" : "HIGH",
        ttl: `${PUSH_LIFETIME_SECONDS}s`,
        notification: { tag: collapseKey, ...counted },
      },
      apns: { headers: { "apns-collapse-id": collapseKey }, ...shown },
    },
  };
}

const Fault = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .optional(),
  }),
});

function readAnswer(answer: Http2Answer): PushAnswer {
  if (answer.status === 200) return { kind: "SENT" };
  const { code, fields } = faultOf(answer);
  const badToken = code === "INVALID_ARGUMENT" && fields.includes("message.token");
  if (["UNREGISTERED", "SENDER_ID_MISMATCH"].includes(code) || badToken) {
    return { kind: "TOKEN_DEAD", code };
  }
  const isOurs = answer.status === 401 || code === "THIRD_PARTY_AUTH_ERROR";
  if (isOurs || answer.status === 429 || answer.status >= 500) {
    const otherwise = answer.status === 429 ? QUOTA_PAUSE_SECONDS : 0;
    return { kind: "LATER", code, retryAfterSeconds: retryAfterOf(answer, otherwise) };
  }
  return { kind: "REFUSED", code };
}

/** Firebase's own code, else Google's, else the status; and the faulty fields. */
function faultOf({ status, body }: Http2Answer): { code: string; fields: readonly string[] } {
  const otherwise = { code: `HTTP_${status}`, fields: [] };
  if (!body.startsWith("{")) return otherwise;
  const parsed = Fault.safeParse(JSON.parse(body));
  if (!parsed.success) return otherwise;
  const { error } = parsed.data;
  const details = error.details ?? [];
  const [own] = details.flatMap(({ errorCode }) => errorCode ?? []);
  const fields = details.flatMap(({ fieldViolations = [] }) =>
    fieldViolations.flatMap(({ field }) => field ?? []),
  );
  return { code: own ?? error.status ?? otherwise.code, fields };
}

/** Google rejected the service account. */
class FcmSignInError extends Error {
  override readonly name = "FcmSignInError";
  constructor(status: number) {
    super(`The service account was refused with HTTP ${status}`);
  }
}
