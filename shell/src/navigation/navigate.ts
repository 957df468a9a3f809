import { resolveTarget } from '@voltframe/kit/contract/routing/navigation-target';
import { normalizePath } from '@voltframe/kit/contract/routing/url-path';
import type { Navigate } from '@voltframe/kit/react/platform.ts';
import { loadDocument } from '../builds/load-document.ts';
import { followedLink } from './link-click.ts';
import { openWindow } from './open-window.ts';
import type { Pipeline } from './pipeline.ts';
import { type Place, placeUrl } from './place.ts';
import type { SiteHistory } from './site-history.ts';

/** @returns `navigate()` of the kit: it checks its target synchronously, and then goes through the pipeline. */
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

/** Follows clicks on links of the whole document, those of islands and content included, and moves in the history. */
export function followNavigation(window: Window, pipeline: Pipeline, history: SiteHistory): void {
  window.document.addEventListener('click', (event) => {
    const link = followedLink(event, window.location.origin);
    const path = link && normalizePath(link.anchor.pathname);
    if (!link || path === undefined || path === null) return;
    event.preventDefault();
    const { search, hash } = link.anchor;
    const kind = link.anchor.hasAttribute('data-replace') ? 'replace' : 'push';
    void pipeline.navigate({ path, search, hash }, { kind });
  });
  history.listen(({ path, search, hash }, move) => {
    void pipeline.navigate({ path: normalizePath(path) ?? path, search, hash }, { kind: 'pop', ...move });
  });
}
