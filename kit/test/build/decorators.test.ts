import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { decoratorOptions } from '../../src/build/decorators.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

const STANDARD = { decoratorVersion: '2022-03' };
const legacy = (decoratorMetadata: boolean, useDefineForClassFields: boolean) => ({
  legacyDecorator: true,
  decoratorMetadata,
  useDefineForClassFields,
});
it.each([
  [undefined, STANDARD],
  ['{}', STANDARD],
  ['{ "compilerOptions": { "experimentalDecorators": false } }', STANDARD],
  ['{ /* MobX */ "compilerOptions": { "experimentalDecorators": true, }, }', legacy(false, true)],
  [
    '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true, "target": "ES2021" } }',
    legacy(true, false),
  ],
  ['{ "extends": "./base.json", "compilerOptions": { "target": "esnext" } }', legacy(false, false)],
])('reads from the tsconfig.json %s how decorators are compiled', (text, expected) => {
  const base = { experimentalDecorators: true, useDefineForClassFields: false };
  const root = temporaryFolder({
    'base.json': JSON.stringify({ compilerOptions: base }),
    ...(text !== undefined && { 'tsconfig.json': text }),
  });
  expect(decoratorOptions(root)).toEqual(expected);
});

it('compiles the decorators of a team with experimentalDecorators, with the types of what they decorate', async () => {
  const compilerOptions = { experimentalDecorators: true, emitDecoratorMetadata: true };
  const root = temporaryFolder({
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'src/page.tsx': `const seen: unknown[] = [];
Reflect.metadata = (_: string, type: { name: string }) => () => void seen.push(type.name);
const field = (target: object, name: string) => void seen.push(name);
class Order { @field total: number = 2; @field owner!: Date; }
export default () => [new Order().total, ...seen].join(' ');`,
  });
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const { files } = await compileOnce(app, serverConfig(app, writeEntries(app, {}), { mode: 'production' }));
  const server = { exports: {} as { pages: Record<string, { Component(): string }> } };
  const require = (): object => ({ registerContentIcons() {} });
  runInNewContext(String(files.get('server.cjs')), { module: server, require });
  const said = server.exports.pages['sample.page']!.Component();
  expect(said.split(' ').toSorted()).toEqual(['2', 'Date', 'Number', 'owner', 'total']);
});
