import * as z from "zod";
import { ADHERENCE_BUCKETS } from "../../agenda/adherence/vocabulary.ts";
import { ownInboxSummarySchema } from "../schema.ts";

const inboxCountsSchema = ownInboxSummarySchema
  .extend({
    urgent: z.int().describe("URGENT tasks; they are part of `highSeverity`."),
    mine: z
      .int()
      .describe(
        "Open and in progress, assigned to the caller or, without an assignee, about their clients.",
      ),
  })
  .meta({
    id: "InboxViewCounts",
    description: "Counts of the inbox's views for a caller, by the rules of its list.",
  });

const clientCountsSchema = z
  .strictObject({
    total: z.int().describe("Clients whose relationship has not ended."),
    onboarding: z.int(),
    active: z.int(),
    paused: z.int(),
    mine: z.int().describe("Clients for whom the caller is responsible."),
    needAttention: z.int().describe("Clients with a task that is open or in progress."),
    unsynced: z.int().describe("Clients whose active phones last reported waiting entries."),
    byBucket: z
      .array(z.strictObject({ bucket: z.enum(ADHERENCE_BUCKETS), count: z.int() }))
      .describe("Ratings over 7 dates, without buckets that are empty."),
  })
  .meta({ id: "ClientCounts", description: "Counts of the roster's views for a caller." });

const templateCountsSchema = z
  .strictObject({
    published: z.int(),
    drafts: z.int().describe("Those that were never published."),
  })
  .meta({ id: "TemplateCounts", description: "Counts of plans or forms without archived ones." });

/** All counts of a console's navigation, for a caller. */
export const overviewCountsSchema = z
  .strictObject({
    inbox: inboxCountsSchema,
    clients: clientCountsSchema,
    onboardings: z.strictObject({
      open: z.int().describe("Onboardings in progress, or completed with a task still to do."),
      blocking: z.int().describe("Those that block the assignment of programs or nutrition."),
    }),
    invitations: z.strictObject({
      open: z.int().describe("Invitations of clients that can still be accepted."),
    }),
    plans: templateCountsSchema,
    forms: templateCountsSchema,
  })
  .meta({
    id: "OverviewCounts",
    description: "Everything that a console's navigation counts, for a caller.",
  });
export type OverviewCounts = z.output<typeof overviewCountsSchema>;

export const workspaceOverviewSchema = overviewCountsSchema
  .extend({
    changesCursor: z
      .string()
      .describe("Cursor for the changes of the workspace after these counts."),
  })
  .meta({
    id: "WorkspaceOverview",
    description: "All counts of a console's navigation, and the cursor for later changes.",
  });
export type WorkspaceOverview = z.output<typeof workspaceOverviewSchema>;
