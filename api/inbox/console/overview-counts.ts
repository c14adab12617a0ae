import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { ADHERENCE_BUCKETS } from "../../../contract/agenda/adherence/vocabulary.ts";
import type { OverviewCounts } from "../../../contract/inbox/console/overview-schema.ts";
import {
  countWorkspace,
  type WorkspaceCounts,
} from "../../../db/inbox/console/overview/queries.ts";
import { countOwnInbox, type OwnInboxCounts } from "../../../db/inbox/counts/queries.ts";

/** Everything that a console's navigation counts, for a member. Two statements at the same time. */
export async function overviewCounts(
  em: SqlEntityManager,
  member: { readonly workspaceId: string; readonly userId: string },
): Promise<OverviewCounts> {
  const [inbox, workspace] = await Promise.all([
    countOwnInbox(em, member),
    countWorkspace(em.fork(), member),
  ]);
  return { inbox: presentInbox(inbox), ...presentWorkspace(workspace) };
}

function presentInbox({ byType, ...counts }: OwnInboxCounts): OverviewCounts["inbox"] {
  return { ...counts, badge: counts.open + counts.inProgress, byType: [...byType] };
}

function presentWorkspace(counts: WorkspaceCounts): Omit<OverviewCounts, "inbox"> {
  const { total, onboarding, active, paused, mine, needAttention, unsynced } = counts;
  const byBucket = ADHERENCE_BUCKETS.map((bucket, place) => ({
    bucket,
    count: counts.byBucket[place] ?? 0,
  }));
  return {
    clients: {
      total,
      onboarding,
      active,
      paused,
      mine,
      needAttention,
      unsynced,
      byBucket: byBucket.filter(({ count }) => count > 0),
    },
    onboardings: { open: counts.openOnboardings, blocking: counts.blockingOnboardings },
    invitations: { open: counts.openInvitations },
    plans: { published: counts.publishedPlans, drafts: counts.draftPlans },
    forms: { published: counts.publishedForms, drafts: counts.draftForms },
  };
}
