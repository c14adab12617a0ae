import { type ComponentType, useEffect, useState } from "react";
import { useTexts } from "../texts/language.tsx";

/**
 * A component that is loaded when it is first shown, so that the page starts with what everybody sees. The service
 * worker stores all of them, so they also load without a connection.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function OnDemand(props: Props) {
    const texts = useTexts();
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => setHasFailed(true),
      );
    }, []);
    if (Shown !== null) return <Shown {...props} />;
    if (!hasFailed) return <p className="empty soft">{texts.opening}</p>;
    return (
      <section className="empty" role="alert">
        <p>{texts.libraryFailed}</p>
        <button className="btn" type="button" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </section>
    );
  };
}
