import { expect, it } from 'vitest';
import { appPaths } from '../../../src/build/app-paths.ts';
import { buildProblem } from '../../../src/build/refresh/build-problem.ts';
import { appOf } from '../fixtures/sample-app.ts';

const app = { ...appOf({}), paths: appPaths('/apps/blog') };

it.each([
  ['the config', '/apps/blog/src/section.ts:3: Expression expected', 'src/section.ts', 3],
  [
    'swc',
    'Error:\n  x Expected a semicolon\n   ,-[/apps/blog/src/page.tsx:12:1]\n 11 | a',
    'src/page.tsx',
    12,
  ],
  ['webpack', "ERROR in ./src/page.tsx 3:0-20\nModule not found: Can't resolve './gone'", 'src/page.tsx', 3],
  [
    'cascade-layer',
    'ERROR in ./src/page.module.css (./x!y)\nError: app/src/page.module.css:2: it does not parse',
    'src/page.module.css',
    2,
  ],
  [
    'css-loader',
    'SyntaxError\n\n(7:3) /apps/blog/src/page.module.css Unknown word',
    'src/page.module.css',
    7,
  ],
])('finds the place in a message of %s', (_, message, file, line) => {
  expect(buildProblem(app, new Error(message))).toEqual({
    app: app.config.name,
    message,
    place: { file, line },
  });
});

it.each([
  ['without a place', 'posts.md: title: is required'],
  ['of a file outside of the app', ' ,-[/apps/kit/src/link.tsx:1:1]'],
])('gives a message %s as it is', (_, message) => {
  expect(buildProblem(app, new Error(message))).toEqual({ app: app.config.name, message });
});
