import { type ModulesOfParts, MODULES_FILE, type Release } from '@voltframe/kit/contract/release/release';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { z } from 'zod';
import { codeStackOf } from '../../observing/stacks/code-error.ts';
import {
  createReleasePositions,
  MAX_MAP_BYTES,
  type ReadBlob,
} from '../../observing/stacks/source-positions.ts';
import { mapStack, partsOfFrame } from '../../observing/stacks/stacks.ts';
import { servingErrors } from '../../serving/serving-errors.ts';
import { findTexts } from './text-finder.ts';

/** The place of a defect in the sources of its app. */
export interface Located {
  /** The end of a reason: ` at Terms (legal src/pages/terms.tsx:12)`; empty for an unknown place. */
  text: string;
  /** See `Finding`. */
  place?: string;
}

export interface Places {
  /**
   * @param error of code of a release.
   * @param app of the code: its own lines come before the lines of callers; without lines, the package.
   * @param part that ran, `route blog.post`: a call that waited for too long has no stack, only a module.
   */
  ofError(error: unknown, releases: Release[], app: string, part: string): Promise<Located>;
  /**
   * @param patterns sources of regular expressions that match a text in the app's server bundle.
   * @param signal ends the search.
   * @returns for each pattern, the first line of a source of the app that contains the text; else the package.
   */
  ofTexts(release: Release, patterns: string[], signal: AbortSignal): Promise<Located[]>;
  /**
   * @param stack of a call that only a library of an app makes.
   * @returns the package nearest to the call, and the source that imports it; without one, the nearest line.
   */
  ofLibrary(stack: string, releases: Release[]): Promise<Located>;
  /** @returns the package whose code is nearest to an error; undefined when it is code of an app. */
  ofPackage(stack: string, releases: Release[]): Promise<Located | undefined>;
  /** @returns the frames of a stack at the lines of their sources, those of apps before those of packages. */
  frames: (stack: string, releases: Release[]) => Promise<string[]>;
}

const NOWHERE: Located = { text: '' };
/** A frame of a source file of a team. */
const OWN = /(?:^|\()([a-z][a-z0-9-]{0,30}) ((?:src|content)\/[^\s():]{1,200}(?::\d{1,7})?)\)?$/;
/** Sources of the app, of the platform, and of the packages that run the code of all others. */
const NO_LIBRARY =
  /^(?:(?:src|content)\/|@voltframe\/kit\/|(?:generated|react|react-dom|scheduler)(?:[:/]|$))/;
const modulesSchema = z.record(z.string(), z.string().regex(/^[\w@][\w@./+-]{0,199}$/));

/** @param read gives the source maps of releases. */
export function createPlaces(read: ReadBlob): Places {
  const positions = createReleasePositions(read);
  const inPackage = async (release: Release, sources: string[], relation = 'by'): Promise<Located> => {
    const name = sources.map(packageOf).find((one) => one !== undefined);
    if (name === undefined) return NOWHERE;
    const place = (await modulesIn(read, release))[`package ${name}`];
    const text = ` ${relation} the package ${name}`;
    return place === undefined ? { text } : { text: `${text}, which ${place} imports`, place };
  };
  return {
    async ofError(error: unknown, releases: Release[], app: string, part: string): Promise<Located> {
      const stack = await codeStackOf(error);
      const isLate = isPlatformError(error) && error.code === servingErrors.RENDER_TIMEOUT.code;
      if (stack === undefined && isLate) {
        const release = releases.find((one) => one.app === app);
        const module = release && (await modulesIn(read, release))[part];
        return module === undefined ? NOWHERE : { text: ` at ${app} ${module}`, place: module };
      }
      if (stack === undefined) return NOWHERE;
      const frames = await mapStack(stack, positions(releases));
      const own = frames.filter((frame) => OWN.exec(frame)?.[1] === app);
      const known = [...own, ...ownFramesFirst(frames)];
      const release = releases.find((one) => one.app === app);
      if (known.length > 0 || !release) return locatedAt(known);
      // A package that throws while it is imported has no caller in the stack.
      const sources = frames.flatMap(partsOfFrame).flatMap(({ source }) => source ?? []);
      return inPackage(release, sources, 'in');
    },
    async ofTexts(release: Release, patterns: string[], signal: AbortSignal): Promise<Located[]> {
      const nowhere = patterns.map(() => NOWHERE);
      if (patterns.length === 0 || signal.aborted) return nowhere;
      const { app, digest, server, files } = release;
      const bundle = await positions([release])(`${app}@${digest.slice(0, 12)}`, server);
      const body = bundle && (await read(files[server]!.sha256));
      if (!body) return nowhere;
      const located: Located[] = [];
      for (const found of await findTexts(body, patterns)) {
        const places: string[] = [];
        for (const { line, column } of found) {
          if (signal.aborted) return nowhere;
          places.push((await bundle(line, column)) ?? '');
        }
        const place = places.find((one) => OWN.test(`${app} ${one}`));
        located.push(
          place === undefined ? await inPackage(release, places) : { text: ` at ${app} ${place}`, place },
        );
      }
      return located;
    },
    async ofLibrary(stack: string, releases: Release[]): Promise<Located> {
      const frames = await mapStack(stack, positions(releases));
      for (const { app, source = '' } of frames.flatMap(partsOfFrame)) {
        const release = releases.find((one) => one.app === app);
        const found = release ? await inPackage(release, [source]) : NOWHERE;
        if (found !== NOWHERE) return found;
      }
      return locatedAt(ownFramesFirst(frames));
    },
    async ofPackage(stack: string, releases: Release[]): Promise<Located | undefined> {
      const parts = (await mapStack(stack, positions(releases))).flatMap(partsOfFrame);
      const nearest = parts.find(({ source = '' }) => /^(?:src|content)\//.test(source) || packageOf(source));
      const release = releases.find(({ app }) => app === nearest?.app);
      const found = release ? await inPackage(release, [nearest?.source ?? '']) : NOWHERE;
      return found === NOWHERE ? undefined : found;
    },
    frames: async (stack: string, releases: Release[]): Promise<string[]> =>
      ownFramesFirst(await mapStack(stack, positions(releases))),
  };
}

/** @returns `@emotion/sheet` of `@emotion/sheet/dist/sheet.js:12`; undefined for code that is no library's. */
function packageOf(source: string): string | undefined {
  return NO_LIBRARY.test(source) ? undefined : /^(?:@[\w.-]+\/)?[\w.-]+(?=\/)/.exec(source)?.[0];
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
