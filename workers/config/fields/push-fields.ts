import * as z from "zod";
import {
  type ApnsAccount,
  APNS_ORIGINS,
} from "../../../activities/notifications/push/create-apns-sender.ts";
import type { FcmAccount } from "../../../activities/notifications/push/create-fcm-sender.ts";
import type { Environment } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

const AccountFile = z.object({
  project_id: z.string().regex(/^[a-z0-9:.-]+$/),
  client_email: z.string(),
  private_key: z.string().startsWith("-----BEGIN PRIVATE KEY-----"),
  token_uri: z.url().startsWith("https://"),
});

const base64 = () =>
  z
    .base64({ error: "has to be base64" })
    .transform((text) => Buffer.from(text, "base64").toString("utf8"));

const accountFile = base64().transform((text, ctx): FcmAccount => {
  const parsed = AccountFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    ctx.addIssue("has to contain the JSON file of a service account");
    return z.NEVER;
  }
  const { project_id: projectId, client_email: clientEmail, ...rest } = parsed.data;
  return { projectId, clientEmail, privateKey: rest.private_key, tokenUri: rest.token_uri };
});

const signingKey = base64().refine(
  (text) => text.startsWith("-----BEGIN PRIVATE KEY-----"),
  "has to contain a .p8 file",
);

const appleId = () => z.string().regex(/^[A-Z0-9]{10}$/, "has to be ten letters and digits");
const bundleId = () => z.string().regex(/^[A-Za-z0-9.-]{1,155}$/, "has to be a bundle id");

const notes = (meaning: string) => ({ meaning, readers: ["relay"] as const });

/** The variables of push. */
export const PushFields = {
  FCM_SERVICE_ACCOUNT: accountFile.optional().register(settingNotes, {
    ...notes(
      "Service account of Firebase Cloud Messaging: the JSON file from its console, in base64. Without it, nothing is pushed to Android; the embedded stack shows the messages on a page instead.",
    ),
    unit: "base64",
    isSecret: true,
  }),
  APNS_KEY: signingKey.optional().register(settingNotes, {
    ...notes(
      "Signing key of Apple's push service: the .p8 file, in base64. All five or none; without them, no push to iOS.",
    ),
    unit: "base64",
    isSecret: true,
  }),
  APNS_KEY_ID: appleId().optional().register(settingNotes, notes("Id of the signing key.")),
  APNS_TEAM_ID: appleId().optional().register(settingNotes, notes("Id of the team at Apple.")),
  APNS_TOPIC_CLIENT: bundleId()
    .optional()
    .register(settingNotes, notes("Bundle id of the app for clients.")),
  APNS_TOPIC_COACH: bundleId()
    .optional()
    .register(settingNotes, notes("Bundle id of the app for coaches.")),
  APNS_ENVIRONMENT: z
    .enum(["production", "development"])
    .default("production")
    .register(
      settingNotes,
      notes("production for apps from the store, development for apps that developers run."),
    ),
};

const APNS_TOGETHER = [
  "APNS_KEY",
  "APNS_KEY_ID",
  "APNS_TEAM_ID",
  "APNS_TOPIC_CLIENT",
  "APNS_TOPIC_COACH",
] as const;

/** A push account must be complete, and apps from the store receive nothing from Apple's sandbox. */
export function pushMistakes(env: Environment): string[] {
  const missing = APNS_TOGETHER.filter((name) => (env[name] ?? "") === "");
  const isHalf = missing.length > 0 && missing.length < APNS_TOGETHER.length;
  const isProduction = (env["SIDELINE_MODE"] ?? "production") === "production";
  const forDevelopers = isProduction && env["APNS_ENVIRONMENT"] === "development";
  return [
    ...(isHalf ? missing.map((name) => `${name}: is required for push to iOS`) : []),
    ...(forDevelopers ? ["APNS_ENVIRONMENT: is development in production"] : []),
  ];
}

/** The configured accounts. */
export function readPush(read: z.output<z.ZodObject<typeof PushFields>>): {
  readonly fcm: FcmAccount | null;
  readonly apns: { readonly account: ApnsAccount; readonly origin: string } | null;
} {
  return { fcm: read.FCM_SERVICE_ACCOUNT ?? null, apns: apnsOf(read) };
}

function apnsOf(read: z.output<z.ZodObject<typeof PushFields>>) {
  const { APNS_KEY: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId } = read;
  const { APNS_TOPIC_CLIENT: client, APNS_TOPIC_COACH: coach } = read;
  if (key === undefined || keyId === undefined || teamId === undefined) return null;
  if (client === undefined || coach === undefined) return null;
  const topics = { CLIENT_MOBILE: client, COACH_MOBILE: coach };
  return { account: { key, keyId, teamId, topics }, origin: APNS_ORIGINS[read.APNS_ENVIRONMENT] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
