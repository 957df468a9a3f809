import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../src/operations/page/layout.ts';
import { html } from '../../../src/operations/page/html.ts';
import { RENEWAL_PATH, RENEWAL_SCRIPT, RENEWAL_SOURCE } from '../../../src/operations/page/renewal.ts';

// The effect of the script on a page: tests/e2e/operated-site.test.ts
test('the script of a page parses and has the hash of the policy, and a page with a form has no script', () => {
  const digest = `sha256-${hash('sha256', RENEWAL_SCRIPT, 'base64')}`;
  const parts = { title: 'Overview', body: html`<p></p>` };
  expect(pageDocument({ ...parts, renews: true })).toContain(
    `<script src="${RENEWAL_PATH}" integrity="${digest}" defer></script>`,
  );
  expect(() => new Script(RENEWAL_SCRIPT)).not.toThrow();
  expect(RENEWAL_SOURCE).toBe(`'${digest}'`);
  expect(pageDocument(parts)).not.toContain('<script');
});
