import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../kit/src/cli/commands/docs.ts';
import { runNode } from '../../scripts/processes.ts';
import { type Sample, samplesOf } from './samples.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-samples-'));

/** The dependencies of a new repository. */
const INSTALLED = /"([@\w/-]+)": "catalog:"/g;
const PLACES = ['kit', 'tests', '.'];

const planted: Sample[] = [
  { file: 'planted/1/unknown.ts', text: "import { Carousel } from '@voltframe/kit/react';\nvoid Carousel;" },
  {
    file: 'planted/1/internal.ts',
    text: "import { APP_NAME } from '@voltframe/kit/contract/names';\nvoid APP_NAME;",
  },
  { file: 'planted/1/mistyped.ts', text: '\nexport const count: number = "three";' },
];
const samples = Object.entries(PAGES).flatMap(([page, { file }]) => samplesOf(page, read(file)));

/** Installs a kit with the exports of the package and the types of the sources. */
function installKit(target: string): void {
  const { publishConfig } = JSON.parse(read('kit/package.json')) as {
    publishConfig: { exports: Record<string, string> };
  };
  const sources = Object.entries(publishConfig.exports).map(([name, built]) => {
    const source = built.replace('./dist/', './src/').replace(/\.js$/, '.ts');
    return [name, existsSync(path.join(root, 'kit', source)) ? source : `${source}x`];
  });
  mkdirSync(target, { recursive: true });
  const manifest = { name: '@voltframe/kit', type: 'module', exports: Object.fromEntries(sources) as object };
  writeFileSync(path.join(target, 'package.json'), JSON.stringify(manifest));
  symlinkSync(path.join(root, 'kit/src'), path.join(target, 'src'));
}

function install(name: string): void {
  const place = PLACES.map((one) => path.join(root, one, 'node_modules', name)).find((one) =>
    existsSync(one),
  );
  if (place === undefined) return;
  const target = path.join(folder, 'node_modules', name);
  mkdirSync(path.dirname(target), { recursive: true });
  symlinkSync(place, target);
}

let lines: string[] = [];
/** @returns the errors of tsc in a sample. */
const errorsOf = ({ file }: Sample): string[] => lines.filter((line) => line.startsWith(`${file}(`));

beforeAll(async () => {
  const template = read('kit/templates/repository/package.json.template');
  for (const [, name] of template.matchAll(INSTALLED)) install(name!);
  installKit(path.join(folder, 'node_modules/@voltframe/kit'));
  const { compilerOptions } = JSON.parse(read('kit/templates/repository/tsconfig.json.template')) as {
    compilerOptions: object;
  };
  const types = ['css-modules.d.ts', 'react-router.d.ts'].map((file) => ({
    file,
    text: read(`kit/templates/remote/src/${file}.template`),
  }));
  const project = { compilerOptions, include: ['*.d.ts', '*/*/**/*'] };
  const files = [...samples, ...planted, ...types];
  files.push({ file: 'tsconfig.json', text: JSON.stringify(project) });
  files.push({ file: 'package.json', text: JSON.stringify({ type: 'module' }) });
  for (const { file, text } of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { output } = await runNode([tsc, '--project', folder], { cwd: folder });
  lines = output.split('\n');
  writeFileSync(
    path.join(folder, '.oxlintrc.json'),
    read('kit/templates/repository/.oxlintrc.json.template'),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(planted)('the check reports the mistake in $file', (sample) => {
  expect(errorsOf(sample)).toHaveLength(1);
});

test('every sample of the documents for teams type-checks against the exports of the kit', () => {
  expect(samples.length).toBeGreaterThan(12);
  expect(samples.flatMap(errorsOf)).toEqual([]);
});

const lint = (page: string) =>
  runNode([path.join(root, 'node_modules/oxlint/bin/oxlint'), '--max-warnings=0', page], { cwd: folder });

test('the page of samples passes the lint of a new repository', async () => {
  expect(samples.filter(({ file }) => file.startsWith('samples/')).length).toBeGreaterThan(12);
  const { output } = await lint('samples');
  expect(output).toContain('Found 0 warnings and 0 errors');
});

test('the lint reports a planted mistake', async () => {
  writeFileSync(path.join(folder, 'planted/1/lint.tsx'), 'export const photo = <img src="/a.png" />;\n');
  expect((await lint('planted/1/lint.tsx')).output).toContain('alt');
});
