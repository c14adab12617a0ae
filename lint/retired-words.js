/**
 * Retired words, each with the field's word that replaces it (docs/glossary.md). Names on the wire, of events and of
 * codes are not changed.
 */
export const retiredWords = [
  [/\bfly(?:Reads|AndCommit)\b|\b\w*Flights?\b/, "pipeline"],
  [/\bkeepPlans\b|\bfindsByKeys\b/, "force generic plans, discourage scans"],
  [/\b(?:in|lookIn|askIn|DoneIn)Halves\b/, "bisect"],
  [/\batHand\b|\w+AtHand\b/, "loaded task, case state"],
  [/\b(?:is)?[pP]utBack(?:Of|Batch|Results|Before)?\b|"PUT_BACK"/, "retryable"],
  [/\b\w*[fF]orsaken?\w*\b/, "unassign, orphaned"],
  [/\b\w*[bB]arren\w*\b/, "empty recurrence"],
  [/"(?:MISFIT|UNDERSTOOD)"|\bMisfit\b/, "refused, valid"],
  [/\b(?:LAST_WORDS|[lL]astWords)\b/, "last diagnostics report"],
  [/\bstands?Still\b/, "suspended"],
  [/\bnewcomers(?:Looker)?\b|\bNewcomers\b|LookAtNewcomers/, "new actors"],
  [/\bwantingOf\b|\bTakenOccurrence\b|\b(?:list|insert|forget)Taken\b/, "covered, uncovered"],
  [/\btellings?Of\b|\btellOf(?:Task|SignIn)\b/, "notify"],
  [/\bfirstDayToCome\b/, "next training day"],
  [/\bdayFeature\b/, "client day operations"],
  [/\bbeginStay\b|\bturnAwayEarly\b|\bTurnedAway\b/, "admission slot, gate rejection"],
  [/\bpatience\b|\bPATIENCE\b/, "timeouts"],
  [/\bset[- ]aside\b|[sS]etAside(?!s\b)|SET_ASIDE/, "deferred operation, deferral"],
  [/[tT]oldClock/, "client clock"],
  [/\b(?:note|locked)Sight\b|[a-z]Sight\b|\bsight\b(?<!first sight)/, "last seen"],
  [/[tT]oldOutbox/, "client outbox"],
  [/\b[sS]ortOperations\b|\bSortedOperation\b/, "classify"],
  [/\bknow(?:Operations|Admission)\b|\b\w+Knowledge\b/, "load admission state"],
  [/\b[a-z]*[fF]ates?\b/, "outcome"],
  [/\b(?:retainedOf|fromRetained)\b/, "replay"],
  [/[wW]ithoutReceipt/, "provisional result"],
  [/\bnamed(?:Operations|Ids)\b/, "references"],
  [/\b[lL]ate(?:Actors?|ness)\b|\blate actors?\b/, "overdue actor"],
  [/\bkeep(?:Row|Answer|Validation|Submission|Media|Token|Seen|[A-Z]\w*State)\b/, "save, upsert"],
  [/\bhold(?:[A-Z]\w*)?(?:Task|Form|Login|Grant|Workspace|Provider)\b/, "lock"],
  [/\bnote(?:Agenda|[A-Z]\w*(?:Agenda|Device|Failure|Progress|Read|Upload|Wake))\b/, "record"],
  [
    /\btell(?:Workspace|Invitation|Provider|Alarms|Deletion|SilentDevices|OfEvent)\b/,
    "emit, notify",
  ],
  [/\b\w*Standings?\b/, "last seen, backlog, state, account state"],
  [/\bturn(?:ed)?Calendar\w*|\bTurnedCalendar\b/, "advance"],
  [/\bagreements?Of\b|\bagree(?:Tasks|Cards|Forms|Days)\b/, "reconcile"],
  [/\badmitAlone\b|\bAdmittedAlone\b/, "admit a task operation"],
  [/kind: "door"|\bDoorEndpoint\b/, "unmanaged"],
  [/\bdoor of sync\b/, "admission, admission route"],
  [/\b(?:Operation|Relationship|Matrix)Actors?\b|\bactor(?:Of|On)\b/, "principal"],
];

/** Private words within names: `npm run figures` counts the declarations that still have one. */
export const privateWords = [
  /^(?:told|tell|tells|telling|look|looks|looked|heard|beside|asleep|wanting|standing|stands|held|said)$/,
  /^(?:told|tell|look|looked|asked|said|held)[A-Z]/,
  /[a-z](?:Told|Beside|Standing|Stands|Held|Said|Look|Looks|Asleep|(?<!dead|Dead)Letters?)(?=[A-Z]|$)/,
];
