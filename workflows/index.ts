import { turnDays as runTurnDays } from "./agenda/workflow.ts";
import { matchThumbnails as runMatchThumbnails } from "./exercises/match-thumbnails.ts";
import { reconcileUsage as runReconcileUsage } from "./exercises/reconcile-usage.ts";
import { refreshCatalogue as runRefreshCatalogue } from "./exercises/refresh-catalogue.ts";
import { refreshDetails as runRefreshDetails } from "./exercises/refresh-details.ts";
import { sortCatalogue as runSortCatalogue } from "./exercises/sort-catalogue.ts";
import { inboxDigest as runInboxDigest } from "./inbox/inbox-digest.ts";
import { inboxHeal as runInboxHeal, inboxLost as runInboxLost } from "./inbox/inbox-heal.ts";
import { inboxSweep as runInboxSweep } from "./inbox/inbox-sweep.ts";
import { mediaUpkeep as runMediaUpkeep } from "./media/workflow.ts";
import { pruneRecords as runPruneRecords } from "./privacy/workflow.ts";
import {
  providerHealth as runProviderHealth,
  providerRetention as runProviderRetention,
} from "./providers/workflow.ts";
import { scheduled } from "./scheduled.ts";
import { keepPartitions as runKeepPartitions } from "./sync/keep-partitions.ts";
import { pruneReceipts as runPruneReceipts } from "./sync/prune-receipts.ts";
import { silentDevices as runSilentDevices } from "./sync/silent-devices.ts";

export const turnDays = scheduled(runTurnDays);
export const matchThumbnails = scheduled(runMatchThumbnails);
export const refreshCatalogue = scheduled(runRefreshCatalogue);
export const reconcileUsage = scheduled(runReconcileUsage);
export const refreshDetails = scheduled(runRefreshDetails);
export const sortCatalogue = scheduled(runSortCatalogue);
export const inboxSweep = scheduled(runInboxSweep);
export const inboxLost = scheduled(runInboxLost);
export const inboxDigest = scheduled(runInboxDigest);
export const inboxHeal = scheduled(runInboxHeal);
export const providerHealth = scheduled(runProviderHealth);
export const providerRetention = scheduled(runProviderRetention);
export const mediaUpkeep = scheduled(runMediaUpkeep);
export const pruneRecords = scheduled(runPruneRecords);
export const silentDevices = scheduled(runSilentDevices);
export const keepPartitions = scheduled(runKeepPartitions);
export const pruneReceipts = scheduled(runPruneReceipts);
// Started by an operator (`npm run days:rebuild`), not by a schedule.
export { rebuildDays } from "./agenda/rebuild-days.ts";
// A workflow of any other type is an actor.
export { actor as default } from "./actor.ts";
