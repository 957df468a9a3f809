import { type RefObject, useEffect, useRef, useState } from 'react';
import { observeVisibility } from '@voltframe/kit/react/refusable';

/** What is read is a little above the middle of the window. */
const READING_LINE = '-45% 0px -55%';

/**
 * Which child of an element is being read, as the page is scrolled.
 * @param media where anybody wants to know, as a media query
 * @returns the reference for the element, and the index of the child that came to the reading line last, -1 before
 */
export function useCurrentChild<Parent extends Element>(
  media: string,
): [parent: RefObject<Parent | null>, index: number] {
  const parent = useRef<Parent>(null);
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!matchMedia(media).matches) return;
    const children = [...parent.current!.children];
    const observer = observeVisibility((child) => setCurrent(children.indexOf(child)), READING_LINE);
    for (const child of children) observer?.observe(child);
    return () => children.forEach((child) => observer?.unobserve(child));
  }, [media]);
  return [parent, current];
}
