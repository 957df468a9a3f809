import { describe, expect, test } from 'vitest';
import { html } from '../../../../src/releasing/operations/page/html.ts';
import {
  digestOf,
  findings,
  pageDocument,
  releaseLink,
  sinceOf,
  stateText,
  timeOf,
  toneOf,
} from '../../../../src/releasing/operations/page/layout.ts';

const body = html`<h1>Overview</h1>`;
const you = { name: 'ada <admin>', role: 'team', app: 'blog' } as never;

describe('a page of the operations port', () => {
  test('has no script, and is not indexed', () => {
    const document = pageDocument({ title: 'Overview', you, body });
    expect(document).not.toContain('<script');
    expect(document).toContain('content="noindex"');
    expect(document).toContain('<title>Overview · Operations</title>');
  });

  test('shows the signed-in user and a way to sign out, and neither without a session', () => {
    expect(pageDocument({ title: 'x', you, body })).toMatch(
      /ada &lt;admin&gt; \(team of blog\)[\s\S]*Sign out/,
    );
    expect(pageDocument({ title: 'x', body })).not.toMatch(/Sign out|href="\/-\/log"/);
  });
});

test('a time is shown for people and machines, and a digest by its start', () => {
  expect(timeOf(0).text).toBe('<time datetime="1970-01-01T00:00:00.000Z">1970-01-01 00:00 UTC</time>');
  expect(sinceOf(0, 240_000).text).toMatch(/1970-01-01 00:00 UTC<\/time> <span class="age">4 min ago</);
  expect(digestOf('a'.repeat(64)).text).toBe(`<code title="${'a'.repeat(64)}">${'a'.repeat(12)}</code>`);
  expect(digestOf(null).text).toBe('–');
});

test('a release links to its page, and a missing release is a dash', () => {
  expect(releaseLink('docs', 'ab'.repeat(32)).text).toContain(`/-/apps/docs/releases/${'ab'.repeat(6)}"`);
  expect(releaseLink('docs', null).text).toBe('–');
});

test.each([
  ['waiting', 'warn', /waits for another app/],
  ['refused', 'bad', /^refused$/],
  ['admitted', 'plain', /^admitted$/],
] as const)('the state %s is shown in words and in the tone %s', (state, tone, words) => {
  expect([toneOf(state), stateText(state)]).toEqual([tone, expect.stringMatching(words)]);
});

test('an empty list of findings is left out', () => {
  expect(findings([])).toBe(false);
});
