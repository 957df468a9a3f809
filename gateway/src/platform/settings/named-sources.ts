/** Where releases of an app come from. */
export type ReleaseSource =
  | { app: string; type: 'folder'; folder: string }
  | { app: string; type: 'origin'; url: string };

/**
 * Reads `RELEASES`: `shell=http://shell:8080,blog=./mfe-blog`; `none` = only what is pushed.
 * @param defaults when it is not set.
 */
export function parseReleaseSources(
  text: string | undefined,
  defaults: ReleaseSource[],
): { sources: ReleaseSource[]; issues: string[] } {
  if (text === undefined) return { sources: defaults, issues: [] };
  if (text === 'none') return { sources: [], issues: [] };
  const sources: ReleaseSource[] = [];
  const issues: string[] = [];
  for (const part of text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)) {
    const [, app, place] = /^([a-z][a-z0-9-]{0,30})=(.+)$/.exec(part) ?? [];
    if (!app || !place) issues.push(`RELEASES: "${part}" is not app=folder or app=http://origin`);
    else if (/^https?:\/\//.test(place)) sources.push({ app, type: 'origin', url: place });
    else sources.push({ app, type: 'folder', folder: place });
  }
  return { sources, issues };
}
