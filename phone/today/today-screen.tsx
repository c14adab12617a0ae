import { useMemo } from "react";
import { useNow } from "../app/use-now.ts";
import type { ScopeView } from "../app/use-scope-view.ts";
import { useTexts } from "../texts/language.tsx";
import { cardOf } from "./card.ts";
import { DayHead, ReadButton } from "./day-head.tsx";
import { OnboardingCards } from "../onboarding/onboarding-cards.tsx";
import { hasOpenSteps, useOnboarding } from "../onboarding/use-onboarding.ts";
import type { Page } from "../page.ts";
import { TaskCard } from "./task-card.tsx";

/** The present day, card by card. */
export function TodayScreen({ page, view }: TodayScreenProps) {
  const texts = useTexts();
  const now = useNow();
  const { scope, today, operations } = view;
  const cards = useMemo(
    () => (today?.tasks ?? []).map((task) => cardOf(task, operations, now)),
    [today, operations, now],
  );
  const tasks = cards.map(({ task }) => task);
  const onboarding = useOnboarding(page);
  if (today === null) {
    return (
      <section className="empty">
        <h1>{texts.noDay}</h1>
        <p>{texts.noDayWhy}</p>
        <ReadButton scope={scope} />
      </section>
    );
  }
  const isBeginning = onboarding !== null && hasOpenSteps(onboarding);
  return (
    <>
      <DayHead today={today} cards={cards} scope={scope} now={now} />
      {cards.length === 0 && (
        <section className="empty">
          <h2>{isBeginning ? texts.emptyStart : texts.emptyDay}</h2>
          <p>{isBeginning ? texts.emptyStartWhy : texts.emptyDayWhy}</p>
        </section>
      )}
      <div className="cards">
        <OnboardingCards page={page} scope={scope} onboarding={onboarding} />
        {cards.map((card) => (
          <TaskCard
            key={card.task.taskId}
            card={card}
            scope={scope}
            tasks={tasks}
            timezone={today.timezone}
            now={now}
          />
        ))}
      </div>
    </>
  );
}

interface TodayScreenProps {
  readonly page: Page;
  readonly view: ScopeView;
}
