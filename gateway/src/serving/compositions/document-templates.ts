import { LRUCache } from 'lru-cache';
import { type Composition, type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import { escapeJson } from '@voltframe/kit/contract/page/escape-html';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { runsForeignCode } from '@voltframe/kit/contract/routing/foreign-sources';
import { MB } from '@voltframe/kit/contract/units';
import {
  type DocumentShell,
  type DocumentTemplate,
  documentTemplate,
  inlineStylesheets,
} from '../responses/html-document.ts';
import type { PagePolicy, PolicyPage } from '../responses/page-policy.ts';
import { contentSecurityPolicy, INTEGRITY_POLICY } from '../responses/security-headers.ts';
import { type createDocumentScripts, inlineHashes } from './document-scripts.ts';

/** A template with more that its documents have in common. */
export interface RouteTemplate extends DocumentTemplate {
  /** The scripts and tables that their data names: members of a JSON object, for the inside of a `<script>` element. */
  members: string;
  /** In place of those of every response. */
  headers: Record<string, string>;
}

/**
 * @param route of the page; absent: an error screen takes its place.
 * @param shown the islands in the document.
 */
export type TemplateOf = (
  route: CompositionRoute | undefined,
  shown: readonly Pick<IslandRef, 'name'>[],
) => RouteTemplate;

interface TemplateOptions {
  islands: Composition['islands'];
  shell: DocumentShell;
  releases: Record<string, Release>;
  scripts: Pick<ReturnType<typeof createDocumentScripts>, 'of'>;
  policyOf(page: PolicyPage, shown: Pick<IslandRef, 'name'>[]): PagePolicy;
}

/** Bytes of the templates that are kept. Without one a document takes a tenth longer. */
const REMEMBERED_BYTES = 2 * MB;

/** @returns finds what all documents of a route with the same islands have in common */
export function createDocumentTemplates(options: TemplateOptions): TemplateOf {
  const { islands, shell, releases, scripts, policyOf } = options;
  const ofShell = releases[SHELL]!.client.css.map((file) => assetUrl(SHELL, file));
  const bootstrap = inlineHashes(shell.bootstrap);
  const create = (route: CompositionRoute | undefined, names: string[]): RouteTemplate => {
    const shown = names.map((name) => ({ name }));
    const { importMap, hashes, data } = scripts.of(route, shown);
    const stylesheets = [
      ...ofShell,
      ...(route?.css ?? []),
      ...names.flatMap((name) => (Object.hasOwn(islands, name) ? islands[name]!.css : [])),
    ];
    const styles = inlineStylesheets(shell.styles, stylesheets);
    const policy = route ? policyOf(route, shown) : { sources: {} };
    const csp = contentSecurityPolicy(
      [...hashes, ...bootstrap],
      policy,
      [...styles.values()].map(({ hash }) => hash),
    );
    // Only when the importer has the hash of the script, which no page has of foreign ones.
    const hasIntegrity = data.tables !== undefined && !runsForeignCode(policy.sources);
    return {
      ...documentTemplate(shell, { importMap, stylesheets, fonts: route?.fonts }),
      members: escapeJson(data).slice(1, -1),
      headers: {
        'content-security-policy': csp,
        ...(hasIntegrity && { 'integrity-policy': INTEGRITY_POLICY }),
      },
    };
  };
  const templates = new LRUCache<string, RouteTemplate>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ start, members, headers }, key) =>
      start.length + members.length + headers['content-security-policy']!.length + key.length + 1_000,
  });
  return (route, shown) => {
    const names = [...new Set(shown.map(({ name }) => name))];
    const key = `${route?.id ?? ''} ${names.join(' ')}`;
    const known = templates.get(key);
    if (known) return known;
    const template = create(route, names);
    templates.set(key, template);
    return template;
  };
}
