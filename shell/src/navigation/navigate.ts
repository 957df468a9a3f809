import { resolveTarget } from '@voltframe/kit/contract/routing/navigation-target';
import type { Navigate } from '@voltframe/kit/react/platform.ts';
import { loadDocument } from '../builds/load-document.ts';
import { openWindow } from './open-window.ts';
import type { Pipeline } from './pipeline.ts';
import { type Place, placeUrl } from './place.ts';

/** @returns `navigate()` of the kit: it checks its target synchronously, then runs the pipeline. */
export function createNavigate(window: Window, pipeline: Pipeline, shown: () => Place): Navigate {
  return (to, { replace = false, external = false, open } = {}) => {
    const { origin } = window.location;
    const target = resolveTarget(to, { origin, external, from: placeUrl(shown()) });
    const href = target.type === 'external' ? target.href : placeUrl(target);
    if (open) {
      openWindow(window, href, open);
      return Promise.resolve('document');
    }
    if (target.type === 'internal') return pipeline.navigate(target, { kind: replace ? 'replace' : 'push' });
    loadDocument(window.location, href, replace);
    return Promise.resolve('document');
  };
}
