import { SourceMap, type SourceMapPayload } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

const TOOL = `/*! A licence
 * of several lines */
// A remark
exports.kind = (value) => typeof/* no space */value;
exports.text = '/* a text */ // of a script';
exports.early = () => {
  return /* the value is
  on another line */ 1;
};
exports.fail = () => { throw new Error('here'); }; /* an end */
`;

it('drops the comments of packages, keeps what they separate, and names the lines of the sources', async () => {
  const root = temporaryFolder({
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    'node_modules/tool/index.js': TOOL,
    'src/page.tsx': `import * as tool from 'tool';
export default () => tool;`,
  });
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const config = serverConfig(app, writeEntries(app, {}), { mode: 'production' });
  const { files, maps } = await compileOnce(app, config);
  const text = String(files.get('server.cjs'));
  expect(text).not.toMatch(/A licence|A remark|no space|another line|an end|harmony/);
  const server = { exports: {} as { pages: Record<string, { Component(): Record<string, () => unknown> }> } };
  runInNewContext(text, { module: server, require: () => ({ registerContentIcons() {} }) });
  const tool = server.exports.pages['sample.page']!.Component();
  expect([tool.kind!(), tool.text, tool.early!()]).toEqual([
    'undefined',
    '/* a text */ // of a script',
    undefined,
  ]);

  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes("new Error('here')"));
  const map = new SourceMap(JSON.parse(String(maps.get('server.cjs'))) as SourceMapPayload);
  const entry = map.findEntry(line, lines[line]!.indexOf('new Error'));
  expect(entry).toMatchObject({ originalLine: 9, originalSource: expect.stringMatching(/tool\/index\.js$/) });
});
