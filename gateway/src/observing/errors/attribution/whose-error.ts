import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import { SHELL } from '@voltframe/kit/contract/release/composition';

/** Whose an error is, and where in the source. */
export interface Whose {
  app: string;
  /** `src/pages/post.tsx:12` */
  place?: string;
}

/** What is known besides the frames. */
export interface Told {
  /** The app in whose process it was, or that the browser names. */
  app: string;
  kind: ErrorKind;
  ofServer: boolean;
}

interface Frame {
  app: string;
  /** Absent: there is no map of it. */
  source?: string;
  line?: string;
}

/** As mapped-stack.ts writes a frame whose source is known, and one whose source is not. */
const KNOWN = /(?:^|\()([a-z][a-z0-9-]{0,30}) ([^\s():]{1,200}):(\d{1,7})\)?$/;
const UNKNOWN = /(?:^|[( ])([a-z][a-z0-9-]{0,30})@[0-9a-f]{12}\//;
const WRITTEN_BY_HAND = /^(?:src|content)\//;
/** Code that all apps have of one copy: whoever is there was called by somebody else. */
const SHARED = /^(?:@voltframe\/kit|react|react-dom|react-router|scheduler)\//;
const RENDERS = /^(?:react-dom|react-router|scheduler)\//;
/** Here it is the shell's code that notices what another app's does not do. */
const NOTICED_BY_SHELL: readonly ErrorKind[] = ['chunk', 'guard', 'island', 'csp'];

/**
 * By the stack's own frames: the first that is in a file of an app, unless it is of shared code. From where React renders, the
 * frames are of whoever started it: then it is by the component stack; then as told.
 * @param frames mapped, the nearest first. @param components of the component stack, likewise
 */
export function whoseError(told: Told, frames: string[], components: string[]): Whose {
  const all = [...frames, ...components].flatMap(parseFrame);
  const app = ownerAmong(told, frames) ?? ownerAmong(told, components) ?? told.app;
  const place = all.find((frame) => frame.app === app && WRITTEN_BY_HAND.test(frame.source ?? ''));
  return { app, ...(place && { place: `${place.source}:${place.line}` }) };
}

/** @returns whether the stack leads through React: then it was thrown while something was rendered. */
export function isRendering(frames: string[]): boolean {
  return frames.flatMap(parseFrame).some(({ source = '' }) => RENDERS.test(source));
}

function ownerAmong({ app: named, kind, ofServer }: Told, frames: string[]): string | undefined {
  let ofShellCounts = ofServer ? named === SHELL : !NOTICED_BY_SHELL.includes(kind);
  for (const { app, source = '' } of frames.flatMap(parseFrame)) {
    if (RENDERS.test(source)) ofShellCounts = false;
    if (SHARED.test(source)) continue;
    if (app !== SHELL) return app;
    if (ofShellCounts && WRITTEN_BY_HAND.test(source)) return SHELL;
  }
  return undefined;
}

function parseFrame(frame: string): Frame[] {
  const [, app, source, line] = KNOWN.exec(frame) ?? [];
  if (app !== undefined && source !== undefined)
    return [{ app, source, ...(line !== undefined && { line }) }];
  const [, unmapped] = UNKNOWN.exec(frame) ?? [];
  return unmapped === undefined ? [] : [{ app: unmapped }];
}
