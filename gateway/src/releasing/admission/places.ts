import { type ModulesOfParts, MODULES_FILE, type Release } from '@voltframe/kit/contract/release/release';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { z } from 'zod';
import { codeStackOf } from '../../observing/stacks/code-error.ts';
import {
  createReleasePositions,
  MAX_MAP_BYTES,
  type ReadBlob,
} from '../../observing/stacks/source-positions.ts';
import { mapStack } from '../../observing/stacks/stacks.ts';
import { servingErrors } from '../../serving/serving-errors.ts';
import { findTexts } from './text-finder.ts';

/** The place of a defect in the sources of its app. */
export interface Located {
  /** The end of a reason: ` at Terms (legal src/pages/terms.tsx:12)`; empty for an unknown place. */
  text: string;
  /** See `Finding`. */
  place?: string;
}

export type Places = ReturnType<typeof createPlaces>;

const NOWHERE: Located = { text: '' };
/** A frame of a source file of a team. */
const OWN = /(?:^|\()([a-z][a-z0-9-]{0,30}) ((?:src|content)\/[^\s():]{1,200}(?::\d{1,7})?)\)?$/;
const modulesSchema = z.record(z.string(), z.string().regex(/^[\w@][\w@./+-]{0,199}$/));

/** @param read gives the source maps of releases. */
export function createPlaces(read: ReadBlob) {
  const positions = createReleasePositions(read);
  return {
    /**
     * @param error of code of a release.
     * @param app of the code: its own lines come before the lines of callers.
     * @param part that ran, `route blog.post`: a call that exceeded its time limit has no stack, only a module.
     */
    async ofError(error: unknown, releases: Release[], app: string, part: string): Promise<Located> {
      const isLate = isPlatformError(error) && error.code === servingErrors.RENDER_TIMEOUT.code;
      if (isLate) {
        const release = releases.find((one) => one.app === app);
        const module = release && (await modulesIn(read, release))[part];
        return module === undefined ? NOWHERE : { text: ` at ${app} ${module}`, place: module };
      }
      const stack = codeStackOf(error);
      if (stack === undefined) return NOWHERE;
      const frames = await mapStack(stack, positions(releases));
      const own = frames.filter((frame) => OWN.exec(frame)?.[1] === app);
      return locatedAt([...own, ...ownFramesFirst(frames)]);
    },
    /**
     * @param patterns sources of regular expressions that match a text in the app's server bundle.
     * @param signal ends the search.
     * @returns for each pattern, the first line of a source of the app that contains the text.
     */
    async ofTexts(release: Release, patterns: string[], signal: AbortSignal): Promise<Located[]> {
      const nowhere = patterns.map(() => NOWHERE);
      if (patterns.length === 0 || signal.aborted) return nowhere;
      const { app, digest, server, files } = release;
      const bundle = await positions([release])(`${app}@${digest.slice(0, 12)}`, server);
      const body = bundle && (await read(files[server]!.sha256));
      if (!body) return nowhere;
      const located: Located[] = [];
      for (const found of await findTexts(body, patterns)) {
        let place: string | undefined;
        for (const { line, column } of found) {
          if (signal.aborted) return nowhere;
          place = await bundle.find(line, column);
          if (place !== undefined && OWN.test(`${app} ${place}`)) break;
          place = undefined;
        }
        located.push(place === undefined ? NOWHERE : { text: ` at ${app} ${place}`, place });
      }
      return located;
    },
    /** @returns the frames of a stack at the lines of their sources, those of apps before those of packages. */
    frames: async (stack: string, releases: Release[]): Promise<string[]> =>
      ownFramesFirst(await mapStack(stack, positions(releases))),
  };
}

/** @param frames the most useful first. */
export function locatedAt([frame]: string[]): Located {
  if (frame === undefined) return NOWHERE;
  const place = OWN.exec(frame)?.[2];
  return { text: ` at ${frame}`, ...(place !== undefined && { place }) };
}

/** Lines of an app come before those of packages and of the kit, because React's frames do not locate the defect. */
function ownFramesFirst(frames: string[]): string[] {
  const known = frames.filter((frame) => /[( ][^() ]+\.tsx?:\d+\)?$/.test(frame));
  const own = known.filter((frame) => / src\//.test(frame));
  return [...own, ...known.filter((frame) => !own.includes(frame))];
}

/** The file is untrusted: values that are no source path are ignored. */
async function modulesIn(read: ReadBlob, { files }: Release): Promise<ModulesOfParts> {
  const entry = Object.hasOwn(files, MODULES_FILE) ? files[MODULES_FILE] : undefined;
  if (!entry || entry.bytes > MAX_MAP_BYTES) return {};
  const text = String((await read(entry.sha256)) ?? '{}');
  try {
    return modulesSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
