import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { Release } from '@voltframe/kit/contract/release/release';
import { MEMBERS } from './members-site.ts';

const EDITED = ['faults.tsx', 'room.tsx', 'room.server.ts'];
const EVENTS = { built: 'A fault in an event', next: 'Another fault in an event' };

/** A release of the fixture, with the sources that it was built from. */
export interface Edition {
  folder: string;
  digest: string;
  /** The message of its error in an event. */
  event: string;
  /** @returns the line of a source that contains a text: `src/tool.tsx:12` */
  placeOf(file: string, text: string): string;
}

/** The fixture as the global set-up has built it. */
export const builtEdition = (): Edition => editionIn(MEMBERS, EVENTS.built);

/** Builds the fixture again: its faults are one line further down, and that of the event has another message. */
export async function buildNextEdition(): Promise<Edition & { remove(): void }> {
  // Inside the package, where the fixture's imports are found.
  const work = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  const folder = path.join(work, 'members');
  const isSource = (file: string): boolean => !/[/\\](dist|\.cache|tsconfig\.json)$/.test(file);
  cpSync(MEMBERS, folder, { recursive: true, filter: isSource });
  for (const name of EDITED) {
    const file = path.join(folder, 'src', name);
    const text = readFileSync(file, 'utf8').replace(EVENTS.built, EVENTS.next);
    writeFileSync(file, `// The next edition.\n${text}`);
  }
  await buildApp(await loadApp(folder), { mode: 'production' });
  return { ...editionIn(folder, EVENTS.next), remove: () => rmSync(work, { recursive: true, force: true }) };
}

function editionIn(folder: string, event: string): Edition {
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const { digest } = JSON.parse(read('dist/release.json')) as Release;
  return {
    folder,
    digest,
    event,
    placeOf(file, text) {
      const line = read(`src/${file}`)
        .split('\n')
        .findIndex((one) => one.includes(text));
      return `src/${file}:${line + 1}`;
    },
  };
}
