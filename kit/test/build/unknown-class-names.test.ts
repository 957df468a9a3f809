import { expect, it } from 'vitest';
import { compileOnce } from '../../src/build/compile.ts';
import { writeEntries } from '../../src/build/generated-entries.ts';
import { clientConfig, serverConfig } from '../../src/build/webpack-config.ts';
import { temporaryFolder } from '../temporary-folders.ts';
import { appOf } from './fixtures/sample-app.ts';

/** Builds an app whose page uses a CSS module. @returns the text of its scripts on one side */
async function build(page: string, config = serverConfig): Promise<string> {
  const root = temporaryFolder({
    'node_modules/@voltframe/kit/react/index.js': 'export const registerContentIcons = () => {};',
    'src/page.tsx': page,
    'src/page.module.css': '.title { color: red; } .two-words { color: blue; } .default { color: green; }',
  });
  const app = appOf({ routes: [{ id: 'sample.page', path: '/sample', page: './src/page.tsx' }] }, root);
  const { files } = await compileOnce(app, config(app, writeEntries(app, {}), { mode: 'production' }));
  return [...files].flatMap(([name, text]) => (/\.c?js$/.test(name) ? [String(text)] : [])).join('\n');
}

it.each([
  ["import styles from './page.module.css'; export default () => styles.title + styles.default;"],
  [
    "import * as styles from './page.module.css'; export default () => styles.title + styles.default.default;",
  ],
  [
    "import all, { title } from './page.module.css'; export default () => title + all['two-words'] + all.default;",
  ],
])('builds a page for both sides: %s', async (page) => {
  for (const config of [serverConfig, clientConfig] as (typeof serverConfig)[]) {
    const built = await build(page, config);
    expect(built).toMatch(/blog_\w{5}_title/);
    expect(built).toMatch(/blog_\w{5}_default/);
  }
});

it('leaves an unknown class of a namespace undefined, as that of a default import', async () => {
  const page = "import * as styles from './page.module.css'; export default () => String(styles.unknown);";
  await expect(build(page)).resolves.toContain('server');
});

it('refuses the import of an unknown class by its name', async () => {
  const page = "import { unknown } from './page.module.css'; export default () => unknown;";
  await expect(build(page)).rejects.toMatchObject({
    message: expect.stringContaining("export 'unknown' (imported as 'unknown') was not found"),
  });
});
