import { INTERACTIVE_ATTRIBUTE } from '@voltframe/kit/contract/page/island';

/** @returns the last click in each interactive island; it is repeated after the island is hydrated. */
export function keepClicks(document: Document): WeakMap<Element, Element> {
  const clicks = new WeakMap<Element, Element>();
  document.addEventListener('click', ({ target }) => {
    const island = (target as Element).closest(`[${INTERACTIVE_ATTRIBUTE}]`);
    if (island) clicks.set(island, target as Element);
  });
  return clicks;
}
