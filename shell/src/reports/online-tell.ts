import type { Tell } from './signals.ts';

/** @returns what tells of something that did not come; undefined without a network: then nothing comes, which is nobody's fault. */
export const onlineTell = ({ window, tell }: { window: Window; tell: Tell | undefined }): Tell | undefined =>
  window.navigator.onLine ? tell : undefined;
