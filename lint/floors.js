/**
 * The floors of the house, and the imports allowed for each top-level folder.
 *
 * `imports` names the floors below and the imports allowed from each:
 * - "all": anything
 * - "types": `import type` only
 * - "names": by value everything but schemas (`schemaFiles`); types of anything
 * - "queries": by value `queries.ts` and the shared files; types of anything
 *
 * `packages` is the complete list of packages, or `{ not: [...] }`; a name ending in `*` is a prefix.
 */
export const floors = {
  contract: {
    imports: { contract: "all" },
    packages: ["zod", "canonicalize"],
  },
  rules: {
    imports: { contract: "names", rules: "all" },
    packages: ["rrule-temporal"],
  },
  db: {
    imports: { contract: "all", rules: "types", db: "all" },
    packages: { not: ["express", "@temporalio/*"] },
  },
  activities: {
    imports: { contract: "all", rules: "all", db: "all", activities: "all" },
    packages: { not: ["express", "@temporalio/workflow", "@temporalio/worker"] },
  },
  workflows: {
    imports: { contract: "names", rules: "all", activities: "types", workflows: "all" },
    packages: ["@temporalio/workflow", "@temporalio/common"],
  },
  api: {
    imports: { contract: "all", rules: "all", db: "queries", activities: "all", api: "all" },
    packages: { not: ["@temporalio/*"] },
  },
  workers: {
    imports: {
      contract: "all",
      rules: "all",
      db: "all",
      activities: "all",
      workflows: "all",
      api: "all",
      workers: "all",
    },
    packages: "all",
  },
  tools: { imports: "all", packages: "all" },
  test: { imports: "all", packages: "all" },
  bench: {
    imports: { contract: "all", device: "all", tools: "all", bench: "all" },
    packages: "all",
  },
  device: {
    imports: { contract: "names", rules: "all", device: "all" },
    packages: ["node:*", "@sqlite.org/sqlite-wasm", "react", "tus-js-client/*"],
  },
  phone: {
    imports: { contract: "names", device: "all", phone: "all" },
    packages: ["openid-client", "react", "react-dom"],
  },
  web: {
    imports: { contract: "all", rules: "all", web: "all" },
    packages: [
      "texts:*",
      "@lingui/core",
      "@lingui/react",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@tanstack/react-virtual",
      "d3-scale",
      "d3-shape",
      "oauth4webapi",
      "hls.js",
      "openapi-fetch",
      "react",
      "react-aria-components",
      "react-dom",
      "zod",
    ],
  },
};

/** Floors that may import development packages; the production image has none of these floors. */
export const developmentFloors = ["tools", "test", "bench", "device", "phone", "web"];

/** Floors made of rooms: a folder directly below them is a room or one of `otherFolders`. */
export const floorsWithRooms = ["contract", "rules", "db", "activities", "workflows", "api"];

/**
 * Capabilities from the bottom up, with the same names on every floor. A room imports only from rooms before it,
 * including types, so that no two rooms need each other.
 */
export const rooms = [
  "outbox",
  "accounts",
  "workspaces",
  "invitations",
  "providers",
  "relationships",
  "notifications",
  "media",
  "exercises",
  "agenda",
  "plans",
  "sync",
  "quick-log",
  "workouts",
  "forms",
  "onboarding",
  "inbox",
  "privacy",
];

/** Folders directly below a floor that are not rooms. */
export const otherFolders = [
  "api/guard",
  "api/http",
  "api/openapi",
  "api/pages",
  "db/migrations",
  "db/platform",
];

/** Top-level folders that are not floors; no floor imports them. */
export const outsideFloors = ["lint"];

/** Files with zod schemas; imported by value only where zod is allowed. */
export const schemaFiles = /^(?:(?:[a-z-]+-)?schema|wire)\.ts$/;

/** Files whose types let other rooms plug into a room: they import it, and it does not know them. */
export const pluggedInto = /-(?:hook|feature|settlement)\.ts$/;
