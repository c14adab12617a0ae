import {
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Problem } from "../../api/problem.ts";
import {
  type AccessReasons,
  type KeptReason,
  NO_REASONS,
  REASON_MS,
  type Subject,
  endAccess,
  giveReason,
  noteOwner,
  reasonHeader,
  reasonInForce,
} from "./access-reason.ts";

/** Keeps the reason of looks while pages of support are open. Leaving them forgets it. */
export function ReasonsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [state, setState] = useState(NO_REASONS);
  const newest = useRef<AccessReasons>(state);
  const { kept } = state;
  const reasons = useMemo(() => {
    // An answer may arrive between two renders: the newest state counts, not the drawn one.
    const change = (next: AccessReasons) => {
      newest.current = next;
      setState(next);
    };
    return { newest, change };
  }, []);
  useEffect(() => {
    if (kept === null) return undefined;
    const rest = kept.givenAt + REASON_MS - Date.now();
    const timer = setTimeout(() => reasons.change(endAccess(newest.current)), Math.max(0, rest));
    return () => clearTimeout(timer);
  }, [kept, reasons]);
  const value = useMemo<Reasons>(
    () => ({
      inForce: (subject) => reasonInForce(state, subject, Date.now()),
      give: (subject, text) =>
        reasons.change(giveReason(newest.current, subject, { text, now: Date.now() })),
      end: () => reasons.change(endAccess(newest.current)),
      noteOwner: (subjects, owner) => reasons.change(noteOwner(newest.current, subjects, owner)),
      header(subject) {
        const found = reasonInForce(newest.current, subject, Date.now());
        if (found === null)
          throw new Problem({ code: "REASON_REQUIRED", status: 400, requestId: null });
        return { "X-Access-Reason": reasonHeader(found.text) };
      },
    }),
    [state, reasons],
  );
  return <ReasonsContext value={value}>{children}</ReasonsContext>;
}

const ReasonsContext = createContext<Reasons | null>(null);

/** The reasons of this visit to support. Throws outside of its pages. */
export function useReasons(): Reasons {
  const found = useContext(ReasonsContext);
  if (found === null) throw new Error("Reasons exist only on pages of support.");
  return found;
}

export interface Reasons {
  readonly inForce: (subject: Subject) => KeptReason | null;
  readonly give: (subject: Subject, text: string) => void;
  readonly end: () => void;
  readonly noteOwner: (subjects: readonly Subject[], owner: Subject) => void;
  /** The header of a look. @throws Problem REASON_REQUIRED if no reason counts any more. */
  readonly header: (subject: Subject) => ReasonHeader;
}

export interface ReasonHeader {
  readonly "X-Access-Reason": string;
}
