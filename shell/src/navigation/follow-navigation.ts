import { normalizePath } from '@voltframe/kit/contract/routing/url-path';
import { followedLink } from './link-click.ts';
import type { Pipeline } from './pipeline.ts';
import type { SiteHistory } from './site-history.ts';

/** Follows clicks on all links of the document, including islands and content, and moves in the history. */
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
  history.listen((place, move) => {
    const path = normalizePath(place.path) ?? place.path;
    void pipeline.navigate({ ...place, path }, { kind: 'pop', ...move });
  });
}
