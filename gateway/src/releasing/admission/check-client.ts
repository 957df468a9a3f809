import pMap from 'p-map';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReadBlob } from '../../observing/stacks/source-positions.ts';
import type { Check } from './candidate.ts';
import { createScriptCheck } from './client-scripts.ts';
import { createStylesheetCheck } from './client-stylesheets.ts';
import { createSourceParser } from './source-parser.ts';

/** Checks the files of new releases that only browsers run. */
export type ClientCheck = Check;

/** Most findings about the custom properties of a candidate. */
const ENOUGH_FINDINGS = 20;
const CONCURRENCY = 2;

/**
 * @param read gives the files of releases.
 * @param timeoutMs time limit of one script or stylesheet, in milliseconds, sufficient on a busy machine.
 * @returns checks the browser's half of the new releases, which rendering on the server never runs: every script
 *   parses and registers no service worker, every import leads to a file of the release, the stylesheets of a remote
 *   reach its own elements only, and no app registers a custom property that another uses otherwise.
 */
export function createClientCheck(read: ReadBlob, timeoutMs: number): ClientCheck {
  const checkScripts = createScriptCheck(read);
  const styles = createStylesheetCheck(read);
  return async ({ served, changed, signal, warn }) => {
    const parser = createSourceParser(timeoutMs);
    const check = async (release: Release): Promise<Finding[]> => [
      ...(await checkScripts(release, parser, { signal, ...(warn && { warn }) })),
      ...(await styles.scope(release, parser, signal)),
    ];
    signal.addEventListener('abort', parser.end);
    try {
      const own = Object.values(served.releases).filter(({ app }) => changed.has(app));
      const found = (await pMap(own, check, { concurrency: CONCURRENCY })).flat();
      if (found.length > 0 || signal.aborted) return found;
      const conflicts = await styles.properties(Object.values(served.releases), changed, parser);
      return conflicts.slice(0, ENOUGH_FINDINGS);
    } finally {
      signal.removeEventListener('abort', parser.end);
      parser.end();
    }
  };
}
