import type { Tell } from './signals.ts';

/** @returns reports a failed load; undefined without a network, where every load fails. */
export const onlineTell = ({ window, tell }: { window: Window; tell: Tell | undefined }): Tell | undefined =>
  window.navigator.onLine ? tell : undefined;
