import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../kit/src/cli/run.ts';
import { errorDomains } from '../../scripts/errors-doc.ts';
import { roomIn } from './rooms.ts';
import { root, sourceFiles } from './source-files.ts';
import { wrongStatements } from './statements.ts';

const [manifest, example] = ['package.json', '.env.example'].map((file) => sourceFiles(file)[0]!.text);
const programs = sourceFiles(
  '{scripts,kit,enquiries,gateway,tests}/**/*.{ts,mjs,cjs,sh}',
  'docker-*.yml',
  'Dockerfile',
);
const codes = (await errorDomains()).flatMap(({ entries }) => entries.map(({ code }) => code));
/** Variables of compose files, containers, tests, developers and `mfe`, which are not settings of operators. */
const variables = programs.flatMap(({ text }) =>
  [...text.matchAll(/(?:\$\{?|env(?:\.|\[')|variable: ')([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!),
);
const known = {
  exists: (pattern: string) => globSync(pattern, { cwd: root }).length > 0,
  scripts: new Set(Object.keys((JSON.parse(manifest!) as { scripts: object }).scripts)),
  commands: new Set([...COMMANDS, 'help']),
  names: new Set([
    ...[...example!.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!),
    ...codes,
    ...variables,
  ]),
};

describe('names in the documents', () => {
  test.each([
    'See `gateway/src/site/site.ts`.',
    'See `kit/src/*/no-such-*.ts`.',
    'See `docker-swarm.yml`.',
    'See [the forms](no-such-forms.md#markup).',
    'Run `npm run no-such-script`.',
    'Run `mfe undo blog`.',
    'Run `npm run mfe -- undo`.',
    '```\nnode tests/faults/no-such-fault.ts\n```',
    'Set `RENDER_FOREVER`.',
    'It fails with `GW_NO_SUCH_CODE`.',
  ])('are reported when nothing has them: %j', (text) => {
    expect(wrongStatements({ path: 'docs/planted.md', text }, known)).toHaveLength(1);
  });

  test('are accepted when they exist, or when no checkout can have them', () => {
    const text =
      'In [errors.md](errors.md), `kit/src/errors/*-errors.ts`, `npm run mfe -- publish`, `mfe pin blog`, `RENDER_TIMEOUT`, `GW_RENDER_TIMEOUT`, `mfe-<name>/`, `dist/`.';
    expect(wrongStatements({ path: 'docs/planted.md', text }, known)).toEqual([]);
  });

  test('exist in the repository', () => {
    const documents = sourceFiles('*.md', 'docs/**/*.md');
    expect(documents.length).toBeGreaterThan(15);
    expect(documents.flatMap((file) => wrongStatements(file, known))).toEqual([]);
  });

  test('the glossary names a file for each word, each word once, in order', () => {
    const [glossary] = sourceFiles('docs/glossary.md');
    const lines = [...glossary!.text.matchAll(/^- \*\*([^*]+)\*\* \(`[^`]+`\): ./gm)];
    const words = lines.map(([, word]) => word!);
    expect(words.length).toBe(glossary!.text.match(/^- /gm)!.length);
    expect(words).toEqual([...new Set(words)].toSorted());
  });

  test('README.md lists every script and every folder of tests/, and decision 14 every room of the gateway', () => {
    const [readme] = sourceFiles('README.md');
    const [rooms] = sourceFiles('docs/decisions/014-*.md');
    const isListed = (name: string) => new RegExp(`\\bnpm (run )?${name}(?![\\w:-])`).test(readme!.text);
    expect(isListed('no-such-script')).toBe(false);
    expect([...known.scripts].filter((name) => !isListed(name))).toEqual([]);
    const folders = globSync('tests/*/', { cwd: root }).map((folder) => path.basename(folder));
    expect(folders).toContain('e2e');
    expect(
      folders.filter((name) => name !== 'node_modules' && !readme!.text.includes(`\`${name}\``)),
    ).toEqual([]);
    const files = sourceFiles('gateway/src/{platform,observing,serving,releasing}/*/**/*.ts').map((file) =>
      roomIn('gateway/src')(file.path)!,
    );
    const names = new Set(files.flatMap((room) => room.split('/')));
    expect(names).toContain('http');
    expect([...names].filter((name) => !rooms!.text.includes(`\`${name}\``))).toEqual([]);
  });
});
