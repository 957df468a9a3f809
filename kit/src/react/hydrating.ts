import { useSyncExternalStore } from 'react';
import { usePlatform } from './platform.ts';

/** Whether the page is still the server's HTML (docs/behaviour.md 14.1): true on the server and until the first page has rendered. */
export function useHydrating(): boolean {
  const { hydrating } = usePlatform();
  return useSyncExternalStore(hydrating.subscribe, hydrating.get, () => true);
}
