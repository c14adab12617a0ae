import { fileURLToPath } from "node:url";
import * as z from "zod";
import {
  SECOND_FACTOR_ACR,
  SURFACES,
  type Surface,
} from "../../../contract/accounts/vocabulary.ts";
import { type Environment, address } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

const CLIENTS =
  "sideline-web=WEB,sideline-coach-mobile=COACH_MOBILE,sideline-client-mobile=CLIENT_MOBILE";

const JOB_CLIENTS = "sideline-jobs";

const surfaceOfClient = z.string().transform((text, ctx): ReadonlyMap<string, Surface> => {
  const pairs = text.split(",").map((pair) => pair.trim().split("="));
  const known = pairs.flatMap(([clientId = "", name = ""]) => {
    const surface = SURFACES.find((candidate) => candidate === name);
    return surface === undefined || clientId === "" ? [] : [[clientId, surface] as const];
  });
  if (known.length !== pairs.length) {
    ctx.addIssue(`has to be a list of client=surface, the surface one of ${SURFACES.join(", ")}`);
  }
  return new Map(known);
});

const listOfNames = z.string().transform((text): ReadonlySet<string> => {
  const names = text.split(",").map((name) => name.trim());
  return new Set(names.filter((name) => name !== ""));
});

/** The files shipped with the product. */
const AUTH_PROVIDERS = fileURLToPath(new URL("../../../config/auth-providers/", import.meta.url));

/** Settings of the OpenID Connect provider. */
export const SignInFields = {
  OIDC_ISSUER: address("http://", "https://").register(settingNotes, {
    meaning: "Issuer of the access tokens, exactly as they name it.",
    readers: ["api", "worker"],
    reload: "KEPT",
  }),
  OIDC_AUDIENCE: z
    .string()
    .default("sideline-api")
    .register(settingNotes, {
      meaning: "Required audience of access tokens.",
      readers: ["api"],
    }),
  OIDC_CLIENTS: surfaceOfClient.prefault(CLIENTS).register(settingNotes, {
    meaning:
      "Client ids with their surfaces: WEB, COACH_MOBILE or CLIENT_MOBILE. The account page signs in as the first WEB client. The provider has to allow its redirect to API_PUBLIC_URL/callback, and that origin (CORS).",
    written: CLIENTS,
    readers: ["api", "worker"],
  }),
  OIDC_SERVICES: listOfNames.prefault(JOB_CLIENTS).register(settingNotes, {
    meaning:
      "Client ids of services that call the internal routes, separated by commas; none may be an app's.",
    written: JOB_CLIENTS,
    readers: ["api"],
  }),
  OIDC_OPERATOR_ACR: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "has to be a value that the provider sends as acr")
    .default(SECOND_FACTOR_ACR)
    .register(settingNotes, {
      meaning:
        "Required acr claim of an operator's token, which stands for a second factor. A token without it is refused on routes of administration and support.",
      readers: ["api"],
    }),
  AUTH_PROVIDERS_DIR: z
    .string()
    .default(AUTH_PROVIDERS)
    .register(settingNotes, {
      meaning: "Folder with one JSON file for each way to sign in.",
      usual: "the product's own",
      readers: ["api", "worker"],
      reload: "TOGETHER",
    }),
  AUTH_UPSTREAMS: listOfNames.prefault("").register(settingNotes, {
    meaning:
      "Aliases of the upstream providers configured at the identity provider, separated by commas, e.g. google,apple. Only these are offered in addition to e-mail and password. The embedded provider has its own.",
    written: "",
    readers: ["api", "worker"],
    reload: "TOGETHER",
  }),
  AUTH_TEST_SUBJECTS: listOfNames.prefault("").register(settingNotes, {
    meaning:
      "Subjects of testers, separated by commas; providers in DRY_RUN and closed providers are open to them.",
    written: "",
    readers: ["api"],
  }),
};

/** A token of such a client would be one of an app and of a service. */
export function signInMistakes(env: Environment): string[] {
  const apps = namesIn(orElse(env["OIDC_CLIENTS"], CLIENTS)).map((pair) => pair.replace(/=.*/, ""));
  const both = namesIn(orElse(env["OIDC_SERVICES"], JOB_CLIENTS)).filter((name) =>
    apps.includes(name),
  );
  return both.length === 0
    ? []
    : [`OIDC_SERVICES: names ${both.join(", ")} of OIDC_CLIENTS; remove it from one of them`];
}

const namesIn = (text: string): readonly string[] => text.split(",").map((part) => part.trim());

const orElse = (text: string | undefined, otherwise: string): string =>
  text === undefined || text === "" ? otherwise : text;
