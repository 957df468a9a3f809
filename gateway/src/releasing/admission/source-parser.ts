import type { StyleIssue } from '@voltframe/kit/packaging/check-stylesheet';
import type { CustomProperties } from '@voltframe/kit/packaging/custom-properties';
import { MB } from '@voltframe/kit/contract/units';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';
import { type ParsedScript, parseScript } from './parsed-script.ts';

type Source =
  | { script: string }
  | { css: string; app: string; pictures: readonly string[] }
  | { properties: string };
type Parsed = ParsedScript | StyleIssue[] | CustomProperties;

/** Largest script, in characters: a hundred times as long as those of real apps. */
export const SCRIPT_LENGTH = 8 * MB;
const MEMORY_MB = 384;

/** Parses scripts and stylesheets of releases in a thread, because one may take seconds. */
export interface SourceParser {
  /** @returns its imports, or the reason of the refusal: no module, too large, or too slow. Never rejects. */
  script(source: string): Promise<ParsedScript>;
  /**
   * @param pictures sources that the app declares as `img-src`
   * @returns what changes other apps, and what its documents do not load, or the reason of the refusal. Never rejects.
   */
  styles(css: string, app: string, pictures: readonly string[]): Promise<StyleIssue[]>;
  /** @returns the custom properties of a stylesheet; none when it takes too long. Never rejects. */
  properties(css: string): Promise<CustomProperties>;
  /** Ends the thread. Unparsed sources are refused. */
  end: () => void;
}

/** @param timeoutMs longest time for one script or stylesheet, in milliseconds. */
export function createSourceParser(timeoutMs: number): SourceParser {
  const { run, end } = createWorkerThread<Source, Parsed>({
    module: import.meta.filename,
    name: 'parseSource',
    memoryMb: MEMORY_MB,
    limit: { ms: timeoutMs, reason: `it takes longer than ${timeoutMs} ms`, blocks: false },
  });
  const reasonOf = (error: unknown): string => `it cannot be read: ${(error as Error).message}`;
  return {
    async script(source: string): Promise<ParsedScript> {
      if (source.length > SCRIPT_LENGTH)
        return { ok: false, reason: `it is longer than ${SCRIPT_LENGTH} characters` };
      return run({ script: source }).catch((error: unknown) => ({
        ok: false,
        reason: reasonOf(error),
      })) as Promise<ParsedScript>;
    },
    async styles(css: string, app: string, pictures: readonly string[]): Promise<StyleIssue[]> {
      // A longer text is refused for its length.
      return run({ css: css.slice(0, SCRIPT_LENGTH), app, pictures }).catch((error: unknown) => [
        { line: 1, reason: reasonOf(error) },
      ]) as Promise<StyleIssue[]>;
    },
    async properties(css: string): Promise<CustomProperties> {
      const none = { registered: {}, named: [] };
      return run({ properties: css.slice(0, SCRIPT_LENGTH) }).catch(() => none) as Promise<CustomProperties>;
    },
    end,
  };
}

/** Runs in the thread. @public */
export async function parseSource(source: Source): Promise<Parsed> {
  if ('script' in source) return parseScript(source.script);
  if ('properties' in source) {
    const { customProperties } = await import('@voltframe/kit/packaging/custom-properties');
    return customProperties(source.properties);
  }
  // Loading the parser takes longer than parsing most scripts.
  const { checkStylesheet } = await import('@voltframe/kit/packaging/check-stylesheet');
  const { foreignFiles } = await import('@voltframe/kit/packaging/foreign-files');
  const issues = checkStylesheet(source.css, { app: source.app, stage: 'built' });
  return issues.length > 0 ? issues : foreignFiles(source.css, source.pictures);
}
