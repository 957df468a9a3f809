import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { checkServerSize } from '../../src/build/server-size.ts';
import { serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

it('refuses a bundle of the server over the limit of the gateway, and names its largest modules', async () => {
  const root = temporaryFolder({
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    'node_modules/@tools/large/index.js': `exports.text = '${'a'.repeat(9_000)}';`,
    'src/page.tsx': `import { text } from '@tools/large';
import { words } from './words';
export default () => text + words;`,
    'src/words.ts': `export const words = '${'b'.repeat(5_000)}';`,
  });
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const config = serverConfig(app, writeEntries(app, {}), { mode: 'production' });
  const server = await compileOnce(app, config);
  const bytes = server.files.get('server.cjs')!.length;
  expect(() => checkServerSize(app, server, bytes)).not.toThrow();
  expect(() => checkServerSize(app, server)).not.toThrow();
  const largest =
    /has \d+ bytes, 14000 are allowed.*: @tools\/large\/index\.js \(9\d\d\d bytes\), src\/words\.ts \(50\d\d bytes\)/;
  expect(() => checkServerSize(app, server, 14_000)).toThrow(largest);
});
