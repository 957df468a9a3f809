import { resolveTarget } from '@voltframe/kit/contract/routing/navigation-target';
import type { Navigate, NavigateOptions } from '@voltframe/kit/react/platform.ts';
import type { Pipeline } from './pipeline.ts';
import { loadDocument, type Place, placeUrl } from './place.ts';

/** @returns `navigate()` of the kit: it checks its target synchronously, then runs the pipeline. */
export function createNavigate(window: Window, pipeline: Pipeline, shown: () => Place): Navigate {
  return (to, { replace = false, external = false, open, state, preventScrollReset } = {}) => {
    const { origin } = window.location;
    const target = resolveTarget(to, { origin, external, from: placeUrl(shown()) });
    const href = target.type === 'external' ? target.href : placeUrl(target);
    if (open) {
      openWindow(window, href, open);
      return Promise.resolve('document');
    }
    const kind = replace ? 'replace' : 'push';
    if (target.type === 'internal')
      return pipeline.navigate({ ...target, state }, { kind, ...(preventScrollReset && { keeps: true }) });
    loadDocument(window.location, href, replace);
    return Promise.resolve('document');
  };
}

/**
 * Opens an address in a new window, without `opener` unless the caller requests it.
 * @param href address whose protocol has been checked
 */
function openWindow(
  window: Window,
  href: string,
  { target = '_blank', features = {} }: NonNullable<NavigateOptions['open']>,
): void {
  const wanted: typeof features = { noopener: true, ...features };
  const list = Object.entries(wanted)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name.toLowerCase() : `${name.toLowerCase()}=${String(value)}`));
  window.open(href, target, list.join(','));
}
