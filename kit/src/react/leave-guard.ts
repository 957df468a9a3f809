import { useEffect, useRef } from 'react';
import { type LeaveGuard, usePlatform } from './platform.ts';

/** Runs `guard` before the page is left: the first step of every navigation (docs/behaviour.md 5.1). */
export function useLeaveGuard(guard: LeaveGuard): void {
  const platform = usePlatform();
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  useEffect(() => platform.addLeaveGuard((to, from) => latest.current(to, from)), [platform]);
}

/**
 * Tells the platform of input that is not sent yet. Before it loads a newer build, the visitor is asked.
 * @param isUnsaved called at that moment
 */
export function useUnsavedInput(isUnsaved: () => boolean): void {
  const platform = usePlatform();
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => platform.addUnsaved(() => latest.current()), [platform]);
}
