import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";

/** A card whose content is read when somebody opens it, because that is a look of its own in the audit. */
export function OpenedCard({ title, open, keys, children }: OpenedCardProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="card">
      <header>
        <h2 className="grow">{title}</h2>
        {!isOpen && (
          <Button onPress={() => setIsOpen(true)} {...(keys !== undefined && { keys })}>
            {open}
          </Button>
        )}
      </header>
      {isOpen ? children : <p className="line meta">{t("support.notRead")}</p>}
    </section>
  );
}

interface OpenedCardProps {
  readonly title: string;
  /** The verb of the look. */
  readonly open: string;
  readonly keys?: string;
  readonly children: ReactNode;
}
