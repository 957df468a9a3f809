import {
  FOREIGN_DIRECTIVES,
  type ForeignDirective,
  type ForeignSources,
  isForeignOrigin,
} from '@voltframe/kit/contract/routing/foreign-sources';
import { APP_NAME } from '@voltframe/kit/contract/names';

/** Whether the operator lets an app load from an origin. */
export type AllowedSources = (app: string, directive: ForeignDirective, origin: string) => boolean;

/** What an app declares, and may not have: the entry of the setting that would allow it. */
export interface RefusedSource {
  origin: string;
  directive: ForeignDirective;
  entry: string;
}

export type AllowedSourcesResult = { ok: true; value: AllowedSources } | { ok: false; issues: string[] };

const ANY_APP = '*';

/** @param text `blog img-src https://images.example, * frame-src https://player.example` */
export function parseAllowedSources(text: string): AllowedSourcesResult {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
  const issues = entries.filter((entry) => !isEntry(entry.split(' ')));
  if (issues.length > 0)
    return {
      ok: false,
      issues: issues.map(
        (entry) =>
          `"${entry}" is not an app or *, a directive and an origin: blog img-src https://images.example`,
      ),
    };
  const allowed = new Set(entries);
  return {
    ok: true,
    value: (app, directive, origin) =>
      [app, ANY_APP].some((who) => allowed.has(`${who} ${directive} ${origin}`)),
  };
}

function isEntry([app = '', directive = '', origin = '', ...more]: string[]): boolean {
  const isApp = app === ANY_APP || APP_NAME.test(app);
  const isDirective = (FOREIGN_DIRECTIVES as readonly string[]).includes(directive);
  return isApp && isDirective && isForeignOrigin(origin) && more.length === 0;
}

/** @returns what of an app's sources the operator does not allow. */
export function refusedSources(
  app: string,
  sources: ForeignSources,
  allows: AllowedSources,
): RefusedSource[] {
  return (Object.entries(sources) as [ForeignDirective, string[]][]).flatMap(([directive, origins]) =>
    origins
      .filter((origin) => !allows(app, directive, origin))
      .map((origin) => ({ origin, directive, entry: `${app} ${directive} ${origin}` })),
  );
}

/** @returns what of an app's sources the operator allows. */
export function allowedOf(app: string, sources: ForeignSources, allows: AllowedSources): ForeignSources {
  const kept = (Object.entries(sources) as [ForeignDirective, string[]][]).map(
    ([directive, origins]) =>
      [directive, origins.filter((origin) => allows(app, directive, origin))] as const,
  );
  return Object.fromEntries(kept);
}
