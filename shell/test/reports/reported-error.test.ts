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
  it('is reported with its message and the stack lines of releases, without the address of the page', () => {
    expect(caught(error('boom', OWN, PAGE, OWN))).toEqual({
      kind: 'render',
      message: 'boom',
      stack: `${OWN}\n${OWN}`,
    });
  });

  it('of a component during hydration is reported in place of the error that React wraps around it', () => {
    const around = Object.assign(new Error('There was an error while hydrating'), {
      cause: error('boom', OWN),
    });
    expect(caught(around, 'hydration')).toMatchObject({ kind: 'hydration', message: 'boom', stack: OWN });
  });

  it.each([
    ['chrome-extension://abc/content.js:1:2', '    at chrome-extension://abc/content.js:1:2'],
    ['moz-extension', 'run@moz-extension://abc/content.js:1:2'],
    ['an injected script', PAGE],
  ])('outside of all releases is not reported: %s', (_, line) => {
    expect(caught(error('boom', line))).toBeNull();
  });

  it.each([
    ['a string', 'no', 'no'],
    ['undefined', undefined, 'undefined'],
    ['an error without a stack', { message: 'Load failed' }, 'Load failed'],
    ['an object without a text', Object.create(null), 'object'],
    ['an invalid stack', { message: 'boom', stack: { toString: null } }, 'boom'],
  ])('is reported for any thrown value: %s', (_, thrown, message) => {
    expect(caught(thrown)).toEqual({ kind: 'render', message });
  });

  it.each([
    [404, null],
    [503, { kind: 'render', message: 'm' }],
    ['none', { kind: 'render', message: 'm' }],
  ])('with the status %s is reported as %o', (status, expected) => {
    expect(caught({ message: 'm', status })).toEqual(expected);
  });

  it('is cut to the limits of the gateway', () => {
    const reported = caught(error('m'.repeat(1_000), ...Array<string>(500).fill(OWN)))!;
    expect([reported.message.length, reported.stack!.length]).toEqual([300, 4_000]);
  });
});

describe('an event of the window', () => {
  const at = (filename: string) =>
    reportedError({ type: 'error', error: null, message: 'boom', filename, lineno: 1, colno: 2 } as never);

  it('is reported with its error', () => {
    expect(reportedError({ type: 'error', error: error('boom', OWN) } as never)).toMatchObject({
      kind: 'event',
      stack: OWN,
    });
    expect(reportedError({ type: 'unhandledrejection', reason: error('boom', OWN) } as never)).toMatchObject({
      kind: 'promise',
    });
  });

  it('without an error is reported with its own position', () => {
    expect(at('https://site.example/assets/blog/page.js')).toMatchObject({
      message: 'boom',
      stack: 'at https://site.example/assets/blog/page.js:1:2',
    });
  });

  it.each([
    ['a script of another site', ''],
    ['the page itself', 'https://site.example/blog?secret=1'],
  ])('of %s is not reported', (_, filename) => {
    expect(at(filename)).toBeNull();
  });
});

describe('a violation of the policy', () => {
  const origin = 'https://site.example';
  const violation = (more: object) =>
    reportedViolation(
      { effectiveDirective: 'img-src', blockedURI: 'https://other.example/a?b', ...more },
      origin,
    );

  it('is reported with only the origin of the blocked address', () => {
    expect(violation({})).toEqual({ kind: 'csp', message: 'img-src blocked https://other.example' });
    expect(violation({ blockedURI: undefined, blockedURL: 'data' })?.message).toBe('img-src blocked data');
    expect(violation({ blockedURI: 'inline', sourceFile: `${origin}/blog?secret#x`, lineNumber: 1 })).toEqual(
      {
        kind: 'csp',
        message: 'img-src blocked inline',
      },
    );
  });

  it('of a file of a release is reported with the place', () => {
    const sourceFile = `${origin}/assets/blog/page.js`;
    expect(violation({ sourceFile, lineNumber: 1, columnNumber: 20 })?.stack).toBe(`at ${sourceFile}:1:20`);
  });

  it('of an extension is not reported', () => {
    expect(violation({ sourceFile: 'chrome-extension', lineNumber: 1 })).toBeNull();
  });
});

describe('the place of an error', () => {
  const thrown = { kind: 'render', message: 'boom' } as const;
  const shown = { id: 'blog.post', app: 'blog' };

  it('is the current page by default', () => {
    expect(placed(thrown, {}, shown)).toEqual({ ...thrown, app: 'blog', route: 'blog.post' });
    expect(placed(thrown, { app: 'legal' }, shown)).toMatchObject({ app: 'legal', route: 'blog.post' });
    expect(placed(thrown, {}, null)).toEqual({ ...thrown, app: 'shell' });
  });

  it('includes the components of releases', () => {
    const components = `\n    at div (<anonymous>)\n${OWN}\n    at main`;
    expect(placed(thrown, { components }, shown).components).toBe(OWN);
    expect(placed(thrown, { components: '\n    at div' }, shown).components).toBeUndefined();
    expect(ownLines(`${OWN}\n`.repeat(100), 2_000)).toHaveLength(2_000);
  });
});
