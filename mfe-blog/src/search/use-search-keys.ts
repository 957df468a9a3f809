import { type RefObject, useEffect, useRef } from 'react';
import { moveBySearchKey } from './search-keys.ts';

/** @returns for the element that holds the search box and its results: keys lead from one to the next. */
export function useSearchKeys(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = root;
    const follow = (event: KeyboardEvent): void => {
      if (current && moveBySearchKey(event.key, current)) event.preventDefault();
    };
    current?.addEventListener('keydown', follow);
    return () => current?.removeEventListener('keydown', follow);
  }, []);
  return root;
}
