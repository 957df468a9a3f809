import {
  FOREIGN_DIRECTIVES,
  type ForeignDirective,
  type ForeignSources,
  isForeignSource,
} from '@voltframe/kit/contract/routing/foreign-sources';
import { listOf } from './setting-formats.ts';
import { APP_NAME } from '@voltframe/kit/contract/names';

/** Whether the operator lets an app load from an origin. */
export type AllowedSources = (app: string, directive: ForeignDirective, origin: string) => boolean;

/** A source that an app declares without permission: the entry of the setting that would allow it. */
export interface RefusedSource {
  origin: string;
  directive: ForeignDirective;
  entry: string;
}

const ANY_APP = '*';

/** `blog img-src https://images.example, * frame-src https://player.example` */
export const allowedSources = listOf(
  (text) => {
    const entry = text.replaceAll(/\s+/g, ' ');
    return isEntry(entry.split(' ')) ? entry : undefined;
  },
  (entry) => `"${entry}" is not an app or *, a directive and an origin: blog img-src https://images.example`,
).transform((entries): AllowedSources => {
  const allowed = new Set(entries);
  return (app, directive, origin) =>
    [app, ANY_APP].some((name) => allowed.has(`${name} ${directive} ${origin}`));
});

function isEntry([app = '', directive = '', origin = '', ...more]: string[]): boolean {
  const isApp = app === ANY_APP || APP_NAME.test(app);
  const isDirective = (FOREIGN_DIRECTIVES as readonly string[]).includes(directive);
  return isApp && isDirective && isForeignSource(directive, origin) && more.length === 0;
}

/** @returns the sources of an app that the operator does not allow. */
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

/** @returns the sources of an app that the operator allows. */
export function allowedOf(app: string, sources: ForeignSources, allows: AllowedSources): ForeignSources {
  const allowed = (Object.entries(sources) as [ForeignDirective, string[]][]).map(
    ([directive, origins]) =>
      [directive, origins.filter((origin) => allows(app, directive, origin))] as const,
  );
  return Object.fromEntries(allowed);
}
