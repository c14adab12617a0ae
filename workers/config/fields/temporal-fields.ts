import * as z from "zod";
import type { TemporalOptions, TemporalSecurity } from "../../outside/temporal-options.ts";
import { type Environment, address, onOrOff } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----";

const certificate = () =>
  z
    .string()
    .refine((text) => text.includes(CERTIFICATE), "has to be a certificate in PEM")
    .optional();

/** Settings of Temporal. */
export const TemporalFields = {
  TEMPORAL_ADDRESS: z
    .string()
    .default("127.0.0.1:7233")
    .register(settingNotes, {
      meaning: "Host and port of the frontend.",
      readers: ["api", "worker", "relay"],
    }),
  TEMPORAL_NAMESPACE: z
    .string()
    .default("sideline")
    .register(settingNotes, {
      meaning:
        "Namespace of the actors. A worker creates a missing one, except with a client certificate or an API key.",
      readers: ["api", "worker", "relay"],
      reload: "KEPT",
    }),
  TEMPORAL_TASK_QUEUE: z
    .string()
    .default("sideline")
    .register(settingNotes, {
      meaning:
        "Task queue of the actors; that of scheduled workflows has the same name with -scheduled.",
      readers: ["worker", "relay"],
      reload: "KEPT",
    }),
  TEMPORAL_UI_URL: address("http://", "https://")
    .optional()
    .register(settingNotes, {
      meaning: "The web UI, if there is one: support's answers link to it.",
      readers: ["api"],
    }),
  TEMPORAL_TLS: onOrOff()
    .optional()
    .register(settingNotes, {
      meaning: "Whether connections to Temporal use TLS: on or off.",
      usual: "on with any other setting of TLS or an API key, otherwise off",
      readers: ["api", "worker", "relay"],
    }),
  TEMPORAL_TLS_CA: certificate().register(settingNotes, {
    meaning:
      "Certificates of the authority that signed the server's. Without it, a public one did.",
    unit: "PEM",
    readers: ["api", "worker", "relay"],
    isFile: true,
  }),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .regex(/^[A-Za-z\d.-]{1,253}$/, "has to be a host name")
    .optional()
    .register(settingNotes, {
      meaning: "Name in the server's certificate, if it is not the host of TEMPORAL_ADDRESS.",
      readers: ["api", "worker", "relay"],
    }),
  TEMPORAL_TLS_CERTIFICATE: certificate().register(settingNotes, {
    meaning: "Certificate of this client, with its key or not at all.",
    unit: "PEM",
    readers: ["api", "worker", "relay"],
    isFile: true,
  }),
  TEMPORAL_TLS_KEY: z
    .string()
    .regex(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "has to be a private key in PEM")
    .optional()
    .register(settingNotes, {
      meaning: "Private key of that certificate.",
      unit: "PEM",
      readers: ["api", "worker", "relay"],
      isSecret: true,
    }),
  TEMPORAL_API_KEY: z
    .string()
    .regex(/^[\u{21}-\u{7e}]{1,4096}$/u, "has to be a key without spaces")
    .optional()
    .register(settingNotes, {
      meaning: "API key, as Temporal Cloud issues it.",
      readers: ["api", "worker", "relay"],
      isSecret: true,
    }),
};

const OF_TLS = [
  "TEMPORAL_TLS_CA",
  "TEMPORAL_TLS_SERVER_NAME",
  "TEMPORAL_TLS_CERTIFICATE",
  "TEMPORAL_TLS_KEY",
  "TEMPORAL_API_KEY",
] as const;

/** A certificate needs its key and the key its certificate, and nothing of both travels without TLS. */
export function temporalMistakes(env: Environment): string[] {
  const isSet = (name: keyof typeof TemporalFields) => (env[name] ?? "") !== "";
  const pair = ["TEMPORAL_TLS_CERTIFICATE", "TEMPORAL_TLS_KEY"] as const;
  const missing = pair.filter((name) => !isSet(name));
  const given = OF_TLS.filter(isSet);
  const isOff = env["TEMPORAL_TLS"] === "off" && given.length > 0;
  return [
    ...(missing.length === 1
      ? missing.map((name) => `${name}: is required with the other half; set both or neither`)
      : []),
    ...(isOff
      ? [`TEMPORAL_TLS: is off while ${given.join(", ")} needs it; set it to on or remove those`]
      : []),
  ];
}

/** How to reach Temporal. */
export function readTemporal(
  read: z.output<z.ZodObject<typeof TemporalFields>>,
): TemporalOptions & { readonly taskQueue: string; readonly uiUrl: string | null } {
  return {
    address: read.TEMPORAL_ADDRESS,
    namespace: read.TEMPORAL_NAMESPACE,
    security: securityOf(read),
    taskQueue: read.TEMPORAL_TASK_QUEUE,
    /** Without a trailing slash. */
    uiUrl: read.TEMPORAL_UI_URL?.replace(/\/$/, "") ?? null,
  };
}

function securityOf(read: z.output<z.ZodObject<typeof TemporalFields>>): TemporalSecurity | null {
  const { TEMPORAL_TLS_CERTIFICATE: crt, TEMPORAL_TLS_KEY: key } = read;
  const isOn = read.TEMPORAL_TLS === "on" || OF_TLS.some((name) => read[name] !== undefined);
  if (!isOn) return null;
  return {
    authority: read.TEMPORAL_TLS_CA ?? null,
    serverName: read.TEMPORAL_TLS_SERVER_NAME ?? null,
    pair: crt === undefined || key === undefined ? null : { certificate: crt, key },
    apiKey: read.TEMPORAL_API_KEY ?? null,
  };
}
