import { digestOf, importDraftKey, openSealed, seal } from "./seal.ts";
import { settleWrites } from "./settle-writes.ts";
import { EMPTY_RECORD, type UnsentRecord, recordOf, withTry } from "./unsent-record.ts";

/**
 * Texts that a person typed and has not sent, by place. Browsers write `sessionStorage` to disk, so they lie there only
 * sealed, by the key of this session and person. A text that cannot be stored stays in memory, and is at risk when the
 * page is left.
 */
export function openUnsentTexts({ storage, newKey, onRisk, later }: UnsentPlaces): UnsentTexts {
  const kept = new Map<string, UnsentRecord>();
  /** Tries without a text, which are not worth storing. */
  const blank = new Map<string, UnsentRecord>();
  const atRisk = new Set<string>();
  let wasAtRisk = false;
  let owner: string | null = null;
  let unlock: (key: CryptoKey | null) => void = () => undefined;
  let locked = new Promise<CryptoKey | null>((resolve) => (unlock = resolve));
  let work = Promise.resolve();
  const soon = settleWrites({
    later,
    async write(place, text) {
      keep(place, text);
      await store(place);
    },
  });
  return {
    async unlock(userId, draftKey) {
      const name = `${userId}\n${draftKey ?? ""}`;
      if (owner === name) return;
      const isOther = owner !== null && !owner.startsWith(`${userId}\n`);
      if (isOther) clear();
      owner = name;
      const key = draftKey === null ? null : await importDraftKey(draftKey);
      if (draftKey !== null) takeOver(storage, await digestOf(draftKey));
      unlock(key);
      // A renewed key replaces the one that was there.
      locked = Promise.resolve(key);
      await Promise.all([...kept.keys()].map(store));
    },
    async read(place) {
      takeWaiting(place);
      const key = await locked;
      await work;
      const known = kept.get(place);
      if (known !== undefined || key === null) return known?.text ?? "";
      const record = await load(key, place);
      // Somebody may have typed meanwhile.
      if (record !== null && !kept.has(place)) kept.set(place, record);
      return kept.get(place)?.text ?? "";
    },
    write(place, text) {
      keep(place, text);
      void store(place);
    },
    writeSoon(place, text) {
      atRisk.add(place);
      tellRisk();
      soon.put(place, text);
    },
    flush: async () => await soon.flush(),
    async keyOf(place, content, step = "act") {
      takeWaiting(place);
      const known = kept.get(place) ?? blank.get(place) ?? EMPTY_RECORD;
      const tried = withTry(known, { step, content, newKey: newKey() });
      const isBlank = tried.record.text === "";
      (isBlank ? blank : kept).set(place, tried.record);
      if (isBlank) return tried.key;
      await store(place);
      return tried.key;
    },
    answered(place) {
      takeWaiting(place);
      const record = kept.get(place);
      blank.delete(place);
      if (record === undefined) return;
      kept.set(place, { ...record, tries: {} });
      void store(place);
    },
    remove(place) {
      soon.drop(place);
      blank.delete(place);
      kept.delete(place);
      void store(place);
    },
    async lock() {
      // Without a key nothing was ever sealed, and nothing can be.
      if (owner !== null) await soon.flush();
      clearMemory();
      waitForKey();
    },
    forget() {
      clear();
      waitForKey();
    },
  };

  /** Code that still waits for a key goes on without one. */
  function waitForKey(): void {
    owner = null;
    unlock(null);
    locked = new Promise((resolve) => (unlock = resolve));
  }

  function keep(place: string, text: string): void {
    const record = kept.get(place) ?? EMPTY_RECORD;
    blank.delete(place);
    if (text === "") kept.delete(place);
    else kept.set(place, { ...record, text });
  }

  /** A text that waits for a pause in typing is the newest one. */
  function takeWaiting(place: string): void {
    const text = soon.take(place);
    if (text === null) return;
    keep(place, text);
    void store(place);
  }

  /** Brings the storage to what is in memory, one place after another. */
  async function store(place: string): Promise<void> {
    if (kept.has(place) || soon.has(place)) atRisk.add(place);
    else atRisk.delete(place);
    tellRisk();
    work = work.then(() => storeNow(place)).catch(() => undefined);
    await work;
  }

  async function storeNow(place: string): Promise<void> {
    const name = `${PREFIX}${await digestOf(place)}`;
    const record = kept.get(place);
    if (record === undefined) storage().removeItem(name);
    else {
      const key = await locked;
      if (key === null) return;
      const sealed = await seal(key, place, JSON.stringify(record));
      // Newer text has its own turn, and a text that was forgotten is not written.
      if (kept.get(place) !== record) return;
      storage().setItem(name, sealed);
    }
    if (soon.has(place)) return;
    atRisk.delete(place);
    tellRisk();
  }

  async function load(key: CryptoKey, place: string): Promise<UnsentRecord | null> {
    try {
      const name = `${PREFIX}${await digestOf(place)}`;
      const sealed = storage().getItem(name);
      if (sealed === null) return null;
      const opened = await openSealed(key, place, sealed);
      const record = opened === null ? null : recordOf(opened);
      // Nobody can open it any more.
      if (record === null) storage().removeItem(name);
      return record;
    } catch {
      return null;
    }
  }

  function clear(): void {
    clearMemory();
    forgetStored(storage);
  }

  function clearMemory(): void {
    soon.drop();
    kept.clear();
    blank.clear();
    atRisk.clear();
    tellRisk();
  }

  function tellRisk(): void {
    const isAtRisk = atRisk.size > 0;
    if (isAtRisk !== wasAtRisk) onRisk(isAtRisk);
    wasAtRisk = isAtRisk;
  }
}

/** The unsent texts of a tab. A place is a field of something, such as the note of a task. */
export interface UnsentTexts {
  /** Names the person, and the key of their session; null if there is none. Texts of another person are dropped. */
  readonly unlock: (userId: string, draftKey: string | null) => Promise<void>;
  /** The text of a place; empty if there is none. */
  readonly read: (place: string) => Promise<string>;
  readonly write: (place: string, text: string) => void;
  /** Takes a function that returns a long text; it is called and its text sealed once typing pauses. */
  readonly writeSoon: (place: string, text: () => string) => void;
  /** Seals what waits for a pause. */
  readonly flush: () => Promise<void>;
  /**
   * The `Idempotency-Key` for sending `content`: the same for each repetition, also after a reload. With a text it is
   * stored before this resolves.
   */
  readonly keyOf: (place: string, content: unknown, step?: string) => Promise<string>;
  /** The server has answered, so another try is another act. The text stays. */
  readonly answered: (place: string) => void;
  /** The text was sent. */
  readonly remove: (place: string) => void;
  /**
   * Drops the texts in memory: the tokens are lost, but nobody signed out. The stored texts open again if the same
   * session goes on.
   */
  readonly lock: () => Promise<void>;
  /** Drops everything: the person signed out. */
  readonly forget: () => void;
}

interface UnsentPlaces {
  /** The storage of the tab. It may throw, also when it is named. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
  readonly newKey: () => string;
  /** Runs something after some milliseconds; the function that it returns prevents that. */
  readonly later: (run: () => void, ms: number) => () => void;
  /** Told when a text begins or ends to be only in memory. */
  readonly onRisk: (isAtRisk: boolean) => void;
}

const PREFIX = "unsent:";
const OWNER = `${PREFIX}owner`;

/** Marks the stored texts as those of one key. Texts of another session or person go, since nobody can open them. */
function takeOver(storage: UnsentPlaces["storage"], mark: string): void {
  try {
    if (storage().getItem(OWNER) === mark) return;
    forgetStored(storage);
    storage().setItem(OWNER, mark);
  } catch {
    // A text that cannot be stored stays in memory.
  }
}

/** Removes every sealed text of the tab. */
function forgetStored(storage: UnsentPlaces["storage"]): void {
  try {
    const found = storage();
    const names = Array.from({ length: found.length }, (_, index) => found.key(index) ?? "");
    for (const name of names) if (name.startsWith(PREFIX)) found.removeItem(name);
  } catch {
    // A storage that refuses has nothing of ours.
  }
}
