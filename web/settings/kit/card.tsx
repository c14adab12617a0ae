import { type ReactNode, useId } from "react";

/** A group of settings with its title, and a control at the end of the title's line. */
export function Card({ title, aside, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id} className="grow">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}
