import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CatalogueEntry } from '../kit/src/errors/define-errors.ts';
import { root } from './apps.ts';
import { wrapped } from './wrapped.ts';

/** A domain of the catalogue: `gatewayErrors` → its errors. */
export interface ErrorDomain {
  file: string;
  entries: CatalogueEntry[];
}

const CATALOGUES = [
  'kit/src/errors/*-errors.ts',
  'gateway/src/platform/errors.ts',
  'gateway/src/*/*-errors.ts',
];
const DOCUMENT = path.join(root, 'docs', 'errors.md');
const INTRODUCTION = `# Errors

This page lists every error by its code. Codes are never reused. Visitors see at most the message, never a stack. _Why_
and _Fix_ are for operators and developers. \`npm run errors-doc\` generates this page from the catalogues.
`;

/** @returns every domain of the catalogue, in the order of its files. */
export async function errorDomains(): Promise<ErrorDomain[]> {
  const files = globSync(CATALOGUES, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return Promise.all(
    files
      .filter((file) => !file.endsWith('/define-errors.ts'))
      .toSorted()
      .map(async (file) => {
        const module = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;
        return { file, entries: Object.values(module).flatMap(entriesOf) };
      }),
  );
}

interface Catalogued {
  code: string;
  definition: Omit<CatalogueEntry, 'code'>;
}

/** Catalogue exports are maps of factories; a module may export other things too. */
function entriesOf(exported: unknown): CatalogueEntry[] {
  if (typeof exported !== 'object' || exported === null) return [];
  return Object.values(exported)
    .filter((factory: Partial<Catalogued>) => factory?.code && factory.definition)
    .map(({ code, definition }: Catalogued) => ({ code, ...definition }));
}

export function errorsDocument(domains: ErrorDomain[]): string {
  const sections = domains.map(({ file, entries }) => `## ${file}\n\n${entries.map(section).join('\n')}`);
  return [INTRODUCTION, ...sections].join('\n');
}

function section({ code, status, message, why, fix, fatal }: CatalogueEntry): string {
  const text = message.replaceAll('\n', ' ').replaceAll('`', "'");
  return `### ${code}

\`${text}\` (${status}${fatal ? ', fatal' : ''})

${wrapped(`Why: ${why}`, '-', ' ')}
${wrapped(`Fix: ${fix}`, '-', ' ')}
`;
}

if (import.meta.main) {
  writeFileSync(DOCUMENT, errorsDocument(await errorDomains()));
  console.log(`errors-doc: wrote ${path.relative(root, DOCUMENT)}`);
}
