import * as z from "zod";
import { LEGAL_VERSIONS } from "../../../contract/accounts/vocabulary.ts";
import { LONGEST_SERVE_SECONDS } from "../../stop-times.ts";
import { type Environment, address, port, wholeNumber } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

const featureFlags = z.string().transform((text, ctx): Readonly<Record<string, boolean>> => {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  const read = pairs.flatMap((pair) => {
    const [, name, state] = /^\s*([a-z][a-z0-9-]{0,63})=(on|off)\s*$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name, state === "on"] as const];
  });
  if (read.length !== pairs.length) ctx.addIssue("has to be a list of name=on or name=off");
  return Object.fromEntries(read);
});

const USUAL_PORT = 3000;

/** Settings of the API and of the apps that ask it. */
export const ApiFields = {
  API_HOST: z
    .string()
    .default("127.0.0.1")
    .register(settingNotes, {
      meaning: "Address on which it listens; 0.0.0.0 in a container.",
      readers: ["api"],
    }),
  API_PORT: port()
    .default(USUAL_PORT)
    .register(settingNotes, {
      meaning: "Port on which it listens.",
      readers: ["api", "launcher"],
    }),
  API_PUBLIC_URL: address("http://", "https://")
    .optional()
    .register(settingNotes, {
      meaning: "Public address. Required in production.",
      usual: "http://127.0.0.1 with API_PORT",
      readers: ["api", "worker", "relay"],
    }),
  API_TRUST_PROXY_HOPS: wholeNumber(0, 10)
    .default(0)
    .register(settingNotes, {
      meaning: "Number of proxies in front of it that are trusted to name the caller's address.",
      unit: "proxies",
      readers: ["api"],
    }),
  API_STOP_SERVE_SECONDS: wholeNumber(0, LONGEST_SERVE_SECONDS)
    .optional()
    .register(settingNotes, {
      meaning: `How long it keeps serving after the stop signal, while /health/ready fails: longer than the load balancer takes to notice, at most ${LONGEST_SERVE_SECONDS}.`,
      usual: "5 in production, 0 in embedded mode",
      unit: "seconds",
      readers: ["api"],
    }),
  SIDELINE_CONSOLE_DIR: z
    .string()
    .optional()
    .register(settingNotes, {
      meaning:
        "Folder of the built web console for coaches. `npm start` sets it, and the image has it at /app/console.",
      readers: ["api"],
    }),
  SIDELINE_PHONE_DIR: z
    .string()
    .optional()
    .register(settingNotes, {
      meaning:
        "Folder of the stand-in page for the native apps. `npm start` sets it, production refuses it.",
      readers: ["api"],
    }),
  TERMS_VERSION: z
    .string()
    .max(40)
    .default(LEGAL_VERSIONS.termsVersion)
    .register(settingNotes, {
      meaning: "Version of the terms in force; accounts that accepted another are asked again.",
      readers: ["api"],
      reload: "TOGETHER",
    }),
  PRIVACY_VERSION: z
    .string()
    .max(40)
    .default(LEGAL_VERSIONS.privacyVersion)
    .register(settingNotes, {
      meaning:
        "Version of the privacy policy in force; accounts that accepted another are asked again.",
      readers: ["api"],
      reload: "TOGETHER",
    }),
  FEATURE_FLAGS: featureFlags.prefault("").register(settingNotes, {
    meaning: "Features that the apps show or hide: name=on,other=off.",
    written: "",
    readers: ["api"],
  }),
};

/** The API listens on both of its ports. */
export function portMistakes(env: Environment): string[] {
  const { API_PORT: given = "", API_HEALTH_PORT: health = "" } = env;
  const own = given === "" ? String(USUAL_PORT) : given;
  return health === own ? ["API_HEALTH_PORT: is also API_PORT; choose another port"] : [];
}
