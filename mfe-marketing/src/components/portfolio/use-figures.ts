import { type RefObject, useEffect, useRef, useState } from 'react';
import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { whenIdle } from '@voltframe/kit/react/refusable';

/** The figures are computed once a minute. */
const RENEWAL_MS = 60_000;

/**
 * Reads the figures of the site after hydration, and again each minute while an element is in view.
 * @returns the ref for the element; the figures, undefined until they are read
 */
export function useFigures<Shown extends Element>(): [RefObject<Shown | null>, SiteFigures | undefined] {
  const shown = useRef<Shown>(null);
  const [figures, setFigures] = useState<SiteFigures>();
  useEffect(() => {
    const read = (): void =>
      void fetch(FIGURES_URL)
        .then(async (answer) => answer.ok && setFigures((await answer.json()) as SiteFigures))
        .catch(() => {});
    // The request waits until the browser is idle, so that it does not delay hydration.
    whenIdle(read);
    const timer = setInterval(() => {
      const place = shown.current?.getBoundingClientRect();
      const inView = place !== undefined && place.bottom > 0 && place.top < innerHeight;
      if (inView && document.visibilityState === 'visible') read();
    }, RENEWAL_MS);
    return () => clearInterval(timer);
  }, []);
  return [shown, figures];
}
