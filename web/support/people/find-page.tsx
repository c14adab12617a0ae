import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { ReasonGate } from "../access/reason-gate.tsx";
import { useLook } from "../access/use-look.ts";
import type { Contact, Sought } from "../sought.ts";
import { SupportLink } from "../support-links.tsx";
import { ITEMS } from "../support-place.ts";
import { FoundPerson } from "./found-person.tsx";

/** Result of a search: the account with a contact, or the kinds of things that an id may name. */
export function FindPage({ sought, subject }: FindPageProps): ReactNode {
  const { t } = useTexts();
  if (sought?.kind === "CONTACT")
    return (
      <ReasonGate subject={subject}>
        <FoundByContact key={subject} contact={sought.contact} subject={subject} />
      </ReasonGate>
    );
  if (sought?.kind === "ID") return <KindOfId id={sought.id} />;
  return (
    <Empty title={t("support.findTitle")}>
      <p>{t("support.findLead")}</p>
    </Empty>
  );
}

interface FindPageProps {
  readonly sought: Sought | null;
  readonly subject: string;
}

/** A UUID does not say what it names. */
function KindOfId({ id }: { readonly id: string }): ReactNode {
  const { t } = useTexts();
  return (
    <section className="card">
      <header>
        <h2>{t("support.whatId")}</h2>
        <span className="meta mono cut">{id}</span>
      </header>
      {ITEMS.map((part) => (
        <SupportLink key={part} part={part} itemId={id} className="line">
          <span className="grow">{t(`support.id.${part}`)}</span>
        </SupportLink>
      ))}
    </section>
  );
}

function FoundByContact({ contact, subject }: FoundByContactProps): ReactNode {
  const { api } = useConsole();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(api.POST("/api/v1/support/people/find", { params: { header }, body: contact })),
  });
  return (
    <LookView look={look}>{(found) => <FoundPerson found={found} subject={subject} />}</LookView>
  );
}

interface FoundByContactProps {
  readonly contact: Contact;
  readonly subject: string;
}
