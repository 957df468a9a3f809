import { type RefObject, useEffect, useRef, useState } from 'react';
import { observeVisibility } from '@voltframe/kit/react/refusable';

/** The root margin that leaves one line of the window, at 45 % of its height. */
const READING_LINE = '-45% 0px -55%';

/**
 * Observes which child of an element is at the reading line.
 * @param media media query; without a match nothing is observed
 * @returns the ref for the element, and the index of the last child that reached the reading line; -1 in the opening of
 *   the page
 */
export function useCurrentChild<Parent extends Element>(
  media: string,
): [parent: RefObject<Parent | null>, index: number] {
  const parent = useRef<Parent>(null);
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!matchMedia(media).matches) return;
    // After a jump to the top no child is at the line, but the opening of the page is.
    const observed = [document.querySelector('main header')!, ...parent.current!.children];
    const observer = observeVisibility((element) => setCurrent(observed.indexOf(element) - 1), READING_LINE);
    for (const element of observed) observer?.observe(element);
    return () => observed.forEach((element) => observer?.unobserve(element));
  }, [media]);
  return [parent, current];
}
