import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../src/operations/page/layout.ts';
import { html } from '../../../src/operations/page/html.ts';
import { RENEWAL_SOURCE } from '../../../src/operations/page/renewal.ts';

// The effect of the script on a page: tests/e2e/operated-site.test.ts
test('the script of a page parses and has the hash of the policy, and a page with a form has no script', () => {
  const parts = { title: 'Overview', body: html`<p></p>` };
  const [, script = ''] = /<script>(.+)<\/script>/s.exec(pageDocument({ ...parts, renews: true })) ?? [];
  expect(() => new Script(script)).not.toThrow();
  expect(RENEWAL_SOURCE).toBe(`'sha256-${hash('sha256', script, 'base64')}'`);
  expect(pageDocument(parts)).not.toContain('<script');
});
