import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../../src/releasing/operations/page/layout.ts';
import { html } from '../../../../src/releasing/operations/page/html.ts';
import { RENEWAL_SOURCE } from '../../../../src/releasing/operations/page/renewal.ts';

// What it does to a page: tests/e2e/operated-site.test.ts
test('the script of a page parses and is the one that the policy allows; a page with a form has none', () => {
  const parts = { title: 'Overview', body: html`<p></p>` };
  const [, script = ''] = /<script>(.+)<\/script>/s.exec(pageDocument({ ...parts, renews: true })) ?? [];
  expect(() => new Script(script)).not.toThrow();
  expect(RENEWAL_SOURCE).toBe(`'sha256-${hash('sha256', script, 'base64')}'`);
  expect(pageDocument(parts)).not.toContain('<script');
});
