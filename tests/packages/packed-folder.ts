import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';
import { filesOf } from '../../scripts/packages/pack-files.ts';

/**
 * @param known the names of the files that the package may contain
 * @returns other files, files that name this checkout, the folder of the test or the home folder, and source maps that
 *   do not embed their source
 */
export function defectsOf(packed: string, known: RegExp): string[] {
  // In a container the home folder may be `/`, which every text contains.
  const places = [root, path.dirname(packed), ...(homedir().length > 1 ? [homedir()] : [])];
  return filesOf(packed).filter((file) => {
    const text = readFileSync(path.join(packed, file), 'utf8');
    const isWrongMap = file.endsWith('.js.map') && !embedsSource(text);
    return isWrongMap || !known.test(file) || places.some((place) => text.includes(place + path.sep));
  });
}

function embedsSource(map: string): boolean {
  const { sources, sourcesContent } = JSON.parse(map) as Record<'sources' | 'sourcesContent', string[]>;
  return sources.length === 1 && /^[\w.-]+\.tsx?$/.test(sources[0]!) && /\S/.test(sourcesContent[0]!);
}
