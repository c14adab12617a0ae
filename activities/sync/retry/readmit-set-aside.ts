import { v7 as uuidv7 } from "uuid";
import { operationSchema, type Operation } from "../../../contract/sync/schema.ts";
import { RETRY_PAUSES_SECONDS } from "../../../contract/sync/vocabulary.ts";
import { faultClassOf } from "../../../db/fault-class.ts";
import type { AdmissionKnowledge } from "../../../db/sync/admission/know-admission.ts";
import { lockAdmission } from "../../../db/sync/admission/lock-admission.ts";
import {
  closeSetAside,
  dropSetAside,
  findSetAside,
  postponeSetAside,
  type SetAside,
  type SetAsideKey,
} from "../../../db/sync/retry/set-aside.ts";
import type { Tx } from "../../../db/transact.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import { correctClock } from "../../../rules/sync/correct-clock.ts";
import {
  decideInParts,
  type Decided,
  type FreshOperation,
} from "../admission/decide-operations.ts";
import type { Fate } from "../admission/decide-queue.ts";
import { judgeOperation, type Judged } from "../admission/judge-operation.ts";
import { knowOperations, replacedLine } from "../admission/know-operations.ts";
import { knownStandings, type OperationKnowledge } from "../admission/named-operations.ts";
import type { AdmissionScope, OperationFeature } from "../operation-feature.ts";
import { actorOn, recordAlone, scopeAgain } from "../admission/record-alone.ts";
import { waitForMedia } from "../admission/wait-for-media.ts";

/** What a retry came to. `NOT_DUE`: decided meanwhile, or its time has not come. */
export type Readmission = "DECIDED" | "FAILED_AGAIN" | "QUARANTINED" | "NOT_DUE";

/** Which operation, and the features that may understand it. */
export interface ReadmitSetAside extends SetAsideKey {
  readonly features: readonly OperationFeature[];
}

/**
 * Tries an operation again that crashed at admission (decisions.md, "Verdicts"). Its verdict is
 * stored as a batch of its own. After the third crash it is quarantined: refused for good, kept for
 * support, re-drivable from the retained envelope. Only tries made here count.
 */
export async function readmitSetAside(tx: Tx, input: ReadmitSetAside): Promise<Readmission> {
  const found = await findSetAside(tx, input);
  if (found === null) return "NOT_DUE";
  const locks = { relationshipId: input.relationshipId, deviceId: found.deviceId };
  await lockAdmission(tx, locks);
  const operation = operationSchema.parse(JSON.parse(found.envelope));
  const known = await knowOperations(tx, { ...input, ...locks }, [operation]);
  const aside = await findSetAside(tx, input);
  if (aside === null || aside.state !== "OPEN" || aside.nextAttemptAt > known.now) return "NOT_DUE";
  if (isClosedForNow(known)) return await waitOut(tx, aside, known);
  const { features } = input;
  const judged = judgeAgain(operation, { aside, known, features });
  if (judged.kind === "MISFIT" && !judged.binds) return await giveUp(tx, aside);
  const scope = scopeAgain(aside, known);
  const laden = [freshEntry({ operation, judged }, aside, known)];
  const [entry] = await waitForMedia(tx, laden, { ...scope, features });
  if (entry?.kind !== "FRESH") return await giveUp(tx, aside);
  const decided = await decideInParts(tx, scope, [entry]);
  const fate = decided.fates.get(entry.ordinal);
  if (fate?.kind === "DECIDED") {
    const { requestId, clock } = aside;
    await recordAlone(tx, { features, requestId, clock, known, scope, entry, decided });
    await closeSetAside(tx, aside, { state: "DONE", now: known.now });
    return "DECIDED";
  }
  if (fate?.kind === "WAITING") return await waitOn(tx, { aside, known }, fate);
  return await countFailure(tx, { features, aside, known, scope, entry, decided }, fate?.fault);
}

/** Of what is paused or suspended it is not known yet how it goes on. */
function isClosedForNow({ relationshipStatus, workspaceStatus }: AdmissionKnowledge): boolean {
  if (relationshipStatus === "ENDED") return false;
  return relationshipStatus === "PAUSED" || workspaceStatus !== "ACTIVE";
}

/** As at admission; but nothing is done in a relationship that ended after it was sent. */
function judgeAgain(
  operation: Operation,
  { aside, known, features }: Pick<Retry, "aside" | "known" | "features">,
): Judged {
  if (known.relationshipStatus === "ENDED")
    return { kind: "MISFIT", code: "RELATIONSHIP_ENDED", binds: true };
  return judgeOperation(operation, { features, actor: actorOn(aside.appSurface), faulty: false });
}

interface Retry extends Pick<ReadmitSetAside, "features"> {
  readonly aside: SetAside;
  readonly known: AdmissionKnowledge;
  readonly scope: AdmissionScope;
  readonly entry: FreshOperation;
  readonly decided: Decided;
}

async function countFailure(tx: Tx, retry: Retry, fault: unknown): Promise<Readmission> {
  const { aside, known, entry } = retry;
  const { requestId, clock } = aside;
  const pause = RETRY_PAUSES_SECONDS[aside.attempts];
  const failed = {
    reason: "FAULT",
    attempts: aside.attempts + 1,
    faultClass: faultClassOf(fault),
    now: known.now,
  } as const;
  if (pause !== undefined) {
    await postponeSetAside(tx, aside, { ...failed, nextAttemptAt: later(known.now, pause) });
    return "FAILED_AGAIN";
  }
  const decision = refuse("OPERATION_QUARANTINED");
  const fates = new Map([[entry.ordinal, { kind: "DECIDED", decision } as const]]);
  const decided = { fates, changes: {}, events: [] };
  await recordAlone(tx, { ...retry, requestId, clock, decided });
  await closeSetAside(tx, aside, { state: "QUARANTINED", now: known.now, failed });
  return "QUARANTINED";
}

/** A paused scope takes nothing; the wait costs no try. */
async function waitOut(tx: Tx, aside: SetAside, known: AdmissionKnowledge): Promise<Readmission> {
  await postponeSetAside(tx, aside, {
    reason: aside.reason,
    attempts: aside.attempts,
    faultClass: aside.faultClass,
    now: known.now,
    nextAttemptAt: later(known.now, RETRY_PAUSES_SECONDS[1]),
  });
  return "NOT_DUE";
}

/** What it waits for is not there yet; the wait costs no try. The end of a parent's makes it due. */
async function waitOn(
  tx: Tx,
  { aside, known }: Pick<Retry, "aside" | "known">,
  fate: Extract<Fate, { readonly kind: "WAITING" }>,
): Promise<Readmission> {
  const soon = later(known.now, RETRY_PAUSES_SECONDS[0]);
  const until = "until" in fate ? fate.until : nextTryOf(fate.parent, known);
  if (until === null) return await giveUp(tx, aside);
  await postponeSetAside(tx, aside, {
    reason: fate.reason,
    attempts: aside.attempts,
    faultClass: aside.faultClass,
    now: known.now,
    nextAttemptAt: until > soon ? until : soon,
  });
  return "NOT_DUE";
}

/** What it waited for will not come; the device hears so when it sends it again. */
async function giveUp(tx: Tx, aside: SetAside): Promise<Readmission> {
  await dropSetAside(tx, aside);
  return "NOT_DUE";
}

/** When its parent is tried, or null when that one is no longer waiting here. */
function nextTryOf(parent: string, { setAsides }: AdmissionKnowledge): Date | null {
  const aside = setAsides.find(({ clientOperationId }) => clientOperationId === parent);
  return aside?.state === "OPEN" ? new Date(aside.nextAttemptAt) : null;
}

function freshEntry(
  { operation, judged }: { readonly operation: Operation; readonly judged: Judged },
  { clock }: SetAside,
  known: OperationKnowledge,
): FreshOperation {
  const time = correctClock(new Date(operation.clientRecordedAt), clock, known);
  const named = knownStandings([operation], known);
  const replaces = replacedLine(operation, known);
  const content = { operation, judged, time, attachments: [], named, replaces };
  return { kind: "FRESH", ordinal: 0, receiptId: uuidv7(), ...content };
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
