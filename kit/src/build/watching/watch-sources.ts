import { watchFolder } from './watch-folder.ts';

/** Saves come in bursts. Milliseconds. */
const SETTLE_MS = 200;
/** What is written by tools, and what no build reads. */
const OUTPUT = /^(?:dist|node_modules|test|coverage|\..*)$/;

/**
 * Calls back after each change of the sources of apps, one call after the other: what changes during one is followed by another.
 * @param folders of apps, absolute
 * @returns ends it
 */
export function watchSources(folders: string[], changed: () => Promise<void>): () => void {
  let done = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void (done = done.then(changed)), SETTLE_MS);
  };
  const stops = folders.map((folder) => watchFolder(folder, (name) => !OUTPUT.test(name), settle));
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
