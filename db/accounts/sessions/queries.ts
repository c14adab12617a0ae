import type { ExpressionBuilder, Kysely } from "kysely";
import { type Tables, tables } from "../../tables.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type {
  PhonePlatform,
  SessionStatus,
} from "../../../contract/accounts/session-vocabulary.ts";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { LoginPlace } from "../../../rules/accounts/is-suspicious-login.ts";
import { instantText, holds, given, jsonObject } from "../../platform/statements/sql-parts.ts";

/** An app session in its user's list; instants are RFC 3339. */
export interface SessionView {
  readonly id: string;
  readonly surface: Surface;
  readonly appVersion: string | null;
  readonly network: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly revokedAt: string | null;
}

/** The phone registered in a session. */
export interface SessionPhone {
  readonly deviceId: string;
  readonly platform: PhonePlatform;
  readonly osVersion: string;
  /** Null if its app named none. */
  readonly model: string | null;
}

/** A session with its phone, as its user lists it. */
export interface ListedSession extends SessionView {
  readonly phone: SessionPhone | null;
}

const shown = (from: Kysely<Tables>) =>
  from
    .selectFrom("appSession")
    .select(["id", "surface", "appVersion", "network"])
    .select(({ ref }) => [
      instantText(ref("startedAt")).as("startedAt"),
      instantText(ref("lastSeenAt")).as("lastSeenAt"),
      instantText(ref("revokedAt")).as("revokedAt"),
    ]);

/** A page of a user's sessions, newest first; one row beyond the limit shows that there are more. */
export async function listSessions(
  em: SqlEntityManager,
  page: {
    readonly userId: string;
    readonly status: SessionStatus | null;
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<readonly ListedSession[]> {
  return shown(tables(em))
    .select((eb) => phoneOf(eb).as("phone"))
    .where("userId", "=", page.userId)
    .where((eb) => given(page.afterId, (id) => eb("id", "<", id)))
    .where((eb) =>
      given(page.status, (status) => eb("revokedAt", status === "ACTIVE" ? "is" : "is not", null)),
    )
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .execute();
}

/** The phone of a session: the active one, else the one registered last. Only devices of the session's user count. */
function phoneOf({ selectFrom }: ExpressionBuilder<Tables, "appSession">) {
  return selectFrom("device as d")
    .whereRef("d.userId", "=", "appSession.userId")
    .whereRef("d.appSessionId", "=", "appSession.id")
    .select(({ ref }) =>
      jsonObject({
        deviceId: ref("d.id"),
        platform: ref("d.platform"),
        osVersion: ref("d.osVersion"),
        model: ref("d.model"),
      }).as("phone"),
    )
    .orderBy(({ eb }) => eb("d.status", "=", "ACTIVE"), "desc")
    .orderBy("d.id", "desc")
    .limit(1)
    .$asScalar();
}

/** A session of this user. @throws Refusal NOT_FOUND for an unknown or foreign one. */
export async function getSession(
  em: SqlEntityManager,
  userId: string,
  sessionId: string,
): Promise<SessionView> {
  return shown(tables(em))
    .where("id", "=", sessionId)
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow(notFound);
}

/** The claims of a token that a logout at the provider may have ended. */
export interface ProviderSign {
  readonly issuer: string;
  readonly providerSessionId: string;
  readonly subject: string;
  /** When the token was issued (`iat`). */
  readonly issuedAt: Date;
}

/** Whether the provider ended this session, or every session that this token could belong to. */
export async function isEndedAtProvider(
  em: SqlEntityManager,
  { issuer, providerSessionId, subject, issuedAt }: ProviderSign,
): Promise<boolean> {
  const { ended } = await tables(em)
    .selectNoFrom(({ exists, or, selectFrom }) => {
      const logouts = selectFrom("providerLogout").where("issuer", "=", issuer).select("jti");
      const ofSession = logouts.where("providerSessionId", "=", providerSessionId);
      const ofSubject = logouts
        .where("subject", "=", subject)
        .where("providerSessionId", "is", null)
        .where("issuedAt", ">=", issuedAt);
      return holds(or([exists(ofSession), exists(ofSubject)])).as("ended");
    })
    .executeTakeFirstOrThrow();
  return ended;
}

/** Whether a user's other sessions know a device and an address, by their keyed hashes. */
export async function findLoginPlace(
  em: SqlEntityManager,
  place: {
    readonly userId: string;
    readonly appSessionId: string;
    /** Null while the session has reported no device. */
    readonly deviceIdHash: string | null;
    readonly ipHash: string;
  },
): Promise<LoginPlace> {
  return tables(em)
    .selectFrom("appSession")
    .where("userId", "=", place.userId)
    .where("id", "<>", place.appSessionId)
    .select(({ eb, fn }) => [
      fn.count<number>("ipHash").as("knownSessions"),
      holds(fn<boolean | null>("bool_or", [eb("deviceIdHash", "=", place.deviceIdHash)])).as(
        "knowsDevice",
      ),
      holds(fn<boolean | null>("bool_or", [eb("ipHash", "=", place.ipHash)])).as("knowsAddress"),
    ])
    .executeTakeFirstOrThrow();
}

/** Content and recipient of the notice of a new sign-in; null if the session is gone. */
export async function findLoginNotice(
  em: SqlEntityManager,
  sessionId: string,
): Promise<{
  readonly name: string;
  readonly email: string | null;
  readonly surface: Surface;
  readonly startedAt: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
} | null> {
  const notice = await tables(em)
    .selectFrom("appSession as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .leftJoin("clientProfile as c", "c.userId", "u.id")
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .where("s.id", "=", sessionId)
    .select(["u.displayName as name", "u.primaryEmail as email", "s.surface"])
    .select(({ fn }) => [
      fn.coalesce("p.locale", "c.locale").as("locale"),
      fn.coalesce("p.timezone", "c.timezone").as("timezone"),
    ])
    .select(({ ref }) => instantText(ref("s.startedAt")).as("startedAt"))
    .executeTakeFirst();
  return notice ?? null;
}

const notFound = () => new Refusal("NOT_FOUND");
