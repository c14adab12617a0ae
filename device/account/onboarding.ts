import { inOrder } from "../in-order.ts";
import { isJsonObject } from "../json.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { OnlineOutcome } from "../online/types.ts";
import type { DevicePartContext } from "../parts/part-context.ts";
import { readAnswer } from "../read/read-answer.ts";
import { isHidden, loadScopes, type ScopeRow } from "../store/load-scope.ts";
import { snapshotRows } from "../store/snapshot-rows.ts";
import type { OnboardingTasks, OwnClientProfile, OwnOnboarding } from "../wire/account-types.ts";
import { ACT_TYPES, forgetDone, listOnboardingActs } from "./onboarding-acts.ts";
import type { Account, Onboarding } from "./types.ts";

/** The onboarding of the person's relationship: read, shown offline, and moved by online acts. */
export function makeOnboarding({ running, device }: DevicePartContext): OnboardingPart {
  const { core, session, acts } = running;
  const { sql, random, clock } = core.ports;
  const rows = snapshotRows<StoredOnboarding>(core, "onboarding");
  const oneRead = inOrder();
  const oneSave = inOrder();
  const refresh = async () => await oneRead(read);

  return {
    async onboarding() {
      const scope = await openScope();
      const [stored] = scope === null ? [] : await rows.list(scope);
      if (scope === null || stored === undefined) return null;
      const known = await listOnboardingActs(await acts().load(), scope.scopeId);
      const open = known.filter(({ outcome }) => outcome.kind !== "DONE");
      return { readAt: stored.readAt, ...stored.body, acts: open };
    },
    async dismiss({ actId }) {
      const { scopeId } = await requireScope();
      await sql.write([forgetAct(actId)]);
      core.changes.emit(scopeId);
    },
    refresh,
    open: async ({ taskId, callId }) =>
      await perform("OPEN", taskId, {
        callId,
        body: { clientTimestamp: new Date(clock.now()).toISOString() },
        incidental: ["clientTimestamp"],
      }),
    skip: async ({ taskId, reason, callId }) =>
      await perform("SKIP", taskId, { callId, body: reason === undefined ? {} : { reason } }),
    complete: async ({ taskId, formSubmissionId, callId }) =>
      await perform("COMPLETE", taskId, { callId, body: { formSubmissionId } }),
    saveProfile: async ({ callId = random.uuid(), ...profile }) =>
      await oneSave(async () => {
        const scope = await requireScope();
        const outcome = await (
          await acts().load()
        ).perform({
          actId: callId,
          scopeId: scope.scopeId,
          actType: ACT_TYPES.PROFILE,
          objectId: "profile",
          method: "PUT",
          path: "/api/v1/client/profile",
          body: { ...profile },
          // The new profile replaces an older one, also one that has no answer yet.
          replaces: "OBJECT",
        });
        return await afterwards(outcome);
      }),
  };

  async function perform(
    step: keyof typeof PATHS,
    taskId: string,
    {
      callId = random.uuid(),
      body,
      incidental = [],
    }: {
      readonly callId: string | undefined;
      readonly body: object;
      readonly incidental?: readonly string[];
    },
  ): Promise<OnlineOutcome> {
    const { scopeId } = await requireScope();
    const online = await acts().load();
    const outcome = await online.perform({
      actId: callId,
      scopeId,
      actType: ACT_TYPES[step],
      objectId: taskId,
      method: "POST",
      path: `/api/v1/client/onboarding/tasks/${taskId}/${PATHS[step]}`,
      body: { ...body },
      incidental,
    });
    return await afterwards(outcome);
  }

  /** Reads the onboarding again after a completed act, so that its change is shown at once. */
  async function afterwards(outcome: OnlineOutcome): Promise<OnlineOutcome> {
    if (outcome.kind === "DONE") await refresh();
    return outcome;
  }

  async function read(): ReturnType<Account["refresh"]> {
    const scope = await openScope();
    if (scope === null) return "SIGN_IN";
    const before = await listOnboardingActs(await acts().load(), scope.scopeId);
    const onboarding = await readAnswer(session, "/api/v1/client/onboarding", isOwnOnboarding);
    if (onboarding.kind !== "READ") return onboarding.kind;
    const tasks = await readAnswer(session, "/api/v1/client-onboarding/tasks", isTasks);
    if (tasks.kind !== "READ") return tasks.kind;
    const profile = await readAnswer(session, "/api/v1/client/profile", isProfile);
    if (profile.kind !== "READ") return profile.kind;
    const { workflowStatus, blocks, nextRoute, formAssignmentId } = onboarding.data;
    const body = {
      workflowStatus,
      blocks,
      nextRoute,
      formAssignmentId,
      tasks: tasks.data.items,
      profile: profile.data,
    };
    const stored = await rows.store(scope, { id: "own", position: 0, revision: null, body });
    await sql.write([stored, ...forgetDone(before)]);
    core.changes.emit(scope.scopeId);
    return "READ";
  }

  /** The one relationship of the signed-in client. */
  async function openScope(): Promise<ScopeRow | null> {
    const shown = (await device.scopes()).map(({ scopeId }) => scopeId);
    const known = await loadScopes(sql);
    const open = ({ scopeId, status }: ScopeRow) => shown.includes(scopeId) && !isHidden(status);
    return known.find(open) ?? null;
  }

  async function requireScope(): Promise<ScopeRow> {
    const scope = await openScope();
    if (scope === null) throw new Error("No relationship is open on this device");
    return scope;
  }
}

/** The onboarding's share of the part `account`. */
export type OnboardingPart = Pick<
  Account,
  "onboarding" | "dismiss" | "refresh" | "open" | "skip" | "complete" | "saveProfile"
>;

const PATHS = { OPEN: "open", SKIP: "skip", COMPLETE: "complete-from-form" } as const;

type StoredOnboarding = Omit<Onboarding, "readAt" | "acts">;

function isOwnOnboarding(data: unknown): data is OwnOnboarding {
  return (
    isJsonObject(data) &&
    typeof data["workflowStatus"] === "string" &&
    typeof data["nextRoute"] === "string" &&
    isJsonObject(data["blocks"])
  );
}

function isTasks(data: unknown): data is OnboardingTasks {
  return isJsonObject(data) && Array.isArray(data["items"]) && data["items"].every(isJsonObject);
}

function isProfile(data: unknown): data is OwnClientProfile {
  return isJsonObject(data) && Array.isArray(data["missing"]);
}
