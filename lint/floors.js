/**
 * The floors of the house: what each top-level folder may import.
 *
 * `imports` names the floors below and how much of each may be taken:
 *   "all"      anything
 *   "types"    `import type` only
 *   "names"    by value everything that is no schema (`schemaFiles`); types of anything
 *   "queries"  by value `queries.ts` and the shared files; types of anything
 * `packages` is the complete list of packages, or `{ not: [...] }`; a name ending in `*` is a prefix.
 */
export const floors = {
  contract: {
    imports: { contract: "all" },
    packages: ["zod", "canonicalize"],
  },
  rules: {
    imports: { contract: "names", rules: "all" },
    packages: ["luxon", "rrule-temporal"],
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
  dev: { imports: "all", packages: "all" },
  test: { imports: "all", packages: "all" },
  bench: { imports: { contract: "all", dev: "all", bench: "all" }, packages: "all" },
  mobile: { imports: { contract: "all", mobile: "all" }, packages: "all" },
  web: { imports: { contract: "all", web: "all" }, packages: "all" },
};

/** Floors that may take the packages of development; the image of production has none of them. */
export const developmentFloors = ["dev", "test", "bench"];

/** Floors made of rooms: a folder directly below them is a room or one of `otherFolders`. */
export const floorsWithRooms = ["contract", "rules", "db", "activities", "workflows", "api"];

/**
 * Capabilities; the same names on every floor, from the bottom up. On a floor a room imports only from
 * rooms that stand before it, types included, so that no two rooms need each other.
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

/** Folders directly below a floor that are no room. */
export const otherFolders = [
  "api/guard",
  "api/http",
  "api/openapi",
  "api/pages",
  "db/migrations",
  "db/platform",
];

/** Top-level folders that are no floor and that no floor imports. */
export const outsideFloors = ["lint"];

/** Names of files that hold zod schemas: taken by value only where zod is welcome. */
export const schemaFiles = /^(?:(?:[a-z-]+-)?schema|wire)\.ts$/;

/** Names of files by whose types a room lets others plug into it: they come to it, it names none. */
export const pluggedInto = /-(?:hook|feature|settlement)\.ts$/;
