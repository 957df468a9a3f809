import type { Composition } from '@voltframe/kit/contract/release/composition';

/** Most apps with their own label; further apps share one. */
const MAX_APPS = 50;

/** @returns the labels of an event, in the order of their names, with bounded values. */
type BoundLabels = (
  names: readonly string[],
  event: Readonly<Record<string, string | undefined>>,
) => Record<string, string>;

/**
 * @param onShown called when a release is no longer shown, with the test whether a value of the label `release` is.
 * @returns bounds the labels `app` and `release` of an event. Of each app the live release and the one that was live
 *   before have a label of their own (twelve digits of the digest, as `mfe` prints it); all others (leased, previews,
 *   candidates) share `other`.
 */
export function boundLabels(
  live: () => Pick<Composition, 'apps'> | undefined,
  onShown: (isShown: (release: string) => boolean) => void,
): BoundLabels {
  const names = new Set<string>();
  const nameOf = (app: string): string => {
    if (names.size < MAX_APPS) names.add(app);
    return names.has(app) ? app : 'other';
  };
  let seen: ReturnType<typeof live>;
  /** Of each app: the live release, and the one before. */
  const shown = new Map<string, [live: string, before?: string]>();
  const isShown = (release: string): boolean =>
    release === 'other' ||
    [...shown.values()].some((digests) => digests.some((own) => short(own!) === release));
  const follow = (apps: Record<string, string>): void => {
    for (const [app, digest] of Object.entries(apps)) {
      const [was] = shown.get(app) ?? [];
      if (was !== digest) shown.set(app, was === undefined ? [digest] : [digest, was]);
    }
    onShown(isShown);
  };
  const valueOf = (label: string, event: Readonly<Record<string, string | undefined>>): string => {
    const value = event[label];
    if (label === 'app') return nameOf(value ?? '');
    if (label !== 'release') return value ?? '';
    const now = live();
    if (now && now !== seen) follow((seen = now).apps);
    const ofApp = shown.get(event['app'] ?? '');
    return value !== undefined && ofApp?.includes(value) ? short(value) : 'other';
  };
  return (labels, event) => {
    const bound: Record<string, string> = {};
    // Without `fromEntries`: a page counts a dozen events.
    for (const label of labels) bound[label] = valueOf(label, event);
    return bound;
  };
}

/** Of a digest, as `mfe` prints it. */
function short(digest: string): string {
  return digest.slice(0, 12);
}
