import { describe, expect, it } from 'vitest';
import { ownLines, placed, reportedError, reportedViolation } from '../../src/reports/reported-error.ts';
import type { CaughtError } from '../../src/reports/signals.ts';

const OWN = '    at Post (https://site.example/assets/blog/page.0123456789.js:12:34)';
const PAGE = '    at https://site.example/blog?secret=1:3:5';
const error = (message: string, ...lines: string[]) =>
  Object.assign(new Error(message), { stack: [`Error: ${message}`, ...lines].join('\n') });
const caught = (thrown: unknown, type: CaughtError['type'] = 'render') =>
  reportedError({ type, error: thrown });

describe('an error', () => {
  it('is told with its message and the lines of its stack that are of a release: others may hold the address of the page', () => {
    expect(caught(error('boom', OWN, PAGE, OWN))).toEqual({
      kind: 'render',
      message: 'boom',
      stack: `${OWN}\n${OWN}`,
    });
  });

  it('that a component threw while hydrating is told in place of the one that React puts around it', () => {
    const around = Object.assign(new Error('There was an error while hydrating'), {
      cause: error('boom', OWN),
    });
    expect(caught(around, 'hydration')).toMatchObject({ kind: 'hydration', message: 'boom', stack: OWN });
  });

  it.each([
    ['chrome-extension://abc/content.js:1:2', '    at chrome-extension://abc/content.js:1:2'],
    ['moz-extension', 'run@moz-extension://abc/content.js:1:2'],
    ['a script that somebody has put into the page', PAGE],
  ])('that is in no file of a release is none of the site: %s', (_, line) => {
    expect(caught(error('boom', line))).toBeNull();
  });

  it.each([
    ['a text', 'no', 'no'],
    ['nothing', undefined, 'undefined'],
    ['an error without a stack', { message: 'Load failed' }, 'Load failed'],
    ['an object that has no text', Object.create(null), 'object'],
    ['a stack that is none', { message: 'boom', stack: { toString: null } }, 'boom'],
  ])('may be anything: %s', (_, thrown, message) => {
    expect(caught(thrown)).toEqual({ kind: 'render', message });
  });

  it.each([
    [404, null],
    [503, { kind: 'render', message: 'm' }],
    ['none', { kind: 'render', message: 'm' }],
  ])('with the status %s is told: %o', (status, told) => {
    expect(caught({ message: 'm', status })).toEqual(told);
  });

  it('is cut to what the gateway takes', () => {
    const told = caught(error('m'.repeat(1_000), ...Array<string>(500).fill(OWN)))!;
    expect([told.message.length, told.stack!.length]).toEqual([300, 4_000]);
  });
});

describe('an event of the window', () => {
  const at = (filename: string) =>
    reportedError({ type: 'error', error: null, message: 'boom', filename, lineno: 1, colno: 2 } as never);

  it('is told by the error that it carries', () => {
    expect(reportedError({ type: 'error', error: error('boom', OWN) } as never)).toMatchObject({
      kind: 'event',
      stack: OWN,
    });
    expect(reportedError({ type: 'unhandledrejection', reason: error('boom', OWN) } as never)).toMatchObject({
      kind: 'promise',
    });
  });

  it('without one says itself where it was', () => {
    expect(at('https://site.example/assets/blog/page.js')).toMatchObject({
      message: 'boom',
      stack: 'at https://site.example/assets/blog/page.js:1:2',
    });
  });

  it.each([
    ['a script of another site, of which browsers say nothing', ''],
    ['the page itself', 'https://site.example/blog?secret=1'],
  ])('of %s is none of the site', (_, filename) => {
    expect(at(filename)).toBeNull();
  });
});

describe('what the policy forbids', () => {
  const origin = 'https://site.example';
  const violation = (more: object) =>
    reportedViolation(
      { effectiveDirective: 'img-src', blockedURI: 'https://other.example/a?b', ...more },
      origin,
    );

  it('is told with the origin of what was blocked alone', () => {
    expect(violation({})).toEqual({ kind: 'csp', message: 'img-src blocked https://other.example' });
    expect(violation({ blockedURI: undefined, blockedURL: 'data' })?.message).toBe('img-src blocked data');
    expect(violation({ blockedURI: 'inline', sourceFile: `${origin}/blog?secret#x`, lineNumber: 1 })).toEqual(
      {
        kind: 'csp',
        message: 'img-src blocked inline',
      },
    );
  });

  it('by a file of a release is told with the place', () => {
    const sourceFile = `${origin}/assets/blog/page.js`;
    expect(violation({ sourceFile, lineNumber: 1, columnNumber: 20 })?.stack).toBe(`at ${sourceFile}:1:20`);
  });

  it('by an extension is none of the site', () => {
    expect(violation({ sourceFile: 'chrome-extension', lineNumber: 1 })).toBeNull();
  });
});

describe('where it was', () => {
  const thrown = { kind: 'render', message: 'boom' } as const;
  const shown = { id: 'blog.post', app: 'blog' };

  it('is the page that is shown, unless more is known', () => {
    expect(placed(thrown, {}, shown)).toEqual({ ...thrown, app: 'blog', route: 'blog.post' });
    expect(placed(thrown, { app: 'legal' }, shown)).toMatchObject({ app: 'legal', route: 'blog.post' });
    expect(placed(thrown, {}, null)).toEqual({ ...thrown, app: 'shell' });
  });

  it('has the components that are of a release', () => {
    const components = `\n    at div (<anonymous>)\n${OWN}\n    at main`;
    expect(placed(thrown, { components }, shown).components).toBe(OWN);
    expect(placed(thrown, { components: '\n    at div' }, shown).components).toBeUndefined();
    expect(ownLines(`${OWN}\n`.repeat(100), 2_000)).toHaveLength(2_000);
  });
});
