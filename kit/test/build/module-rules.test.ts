import path from 'node:path';
import { expect, it } from 'vitest';
import type { RuleSetRule } from 'webpack';
import { moduleRules } from '../../src/build/module-rules.ts';
import { appOf } from './fixtures/sample-app.ts';

const KIT = path.resolve(import.meta.dirname, '../../src');
const app = appOf({});
const rules = moduleRules(app, 'client', 'production');
const ruleOf = (file: string): RuleSetRule =>
  rules.find(({ test }) => test instanceof RegExp && test.test(file))!;
const [code, css] = [ruleOf('page.tsx'), ruleOf('page.css')];

it.each([
  ['/srv/blog/src/pages/post.tsx', true],
  ['/srv/blog/node_modules/zod/index.js', false],
  ['/srv/blog/node_modules/.pnpm/zod@4.6.7/node_modules/zod/index.js', false],
  [path.join(KIT, 'react/link.tsx'), true],
])('compiles the code of the app and the kit, and no packages: %s → %s', (file, compiled) => {
  expect(!(code.exclude as (file: string) => boolean)(file)).toBe(compiled);
});

it('names classes after the app and the file, independent of the folder', () => {
  type Named = { options: { modules: { getLocalIdent(file: object, name: string, local: string): string } } };
  const { getLocalIdent } = (css.use as Named[]).find((one) => one.options?.modules)!.options.modules;
  const classOf = (file: string) =>
    getLocalIdent({ resourcePath: path.join(app.paths.root, file) }, '', 'lead');
  const name = classOf('node_modules/tiny/a.module.css');
  expect(name).toMatch(/^blog_[A-Za-z0-9]{5}_lead$/);
  expect(classOf('node_modules/.pnpm/tiny@1.0.0/node_modules/tiny/a.module.css')).toBe(name);
  expect(classOf('src/a.module.css')).not.toBe(name);
});
