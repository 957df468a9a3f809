import { type RefObject, useEffect, useRef } from 'react';
import { moveBySearchKey } from './search-keys.ts';

/** @returns the ref for the element around the search box and its results, between which keys move the focus */
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
