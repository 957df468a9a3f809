import { checkForm } from '@voltframe/kit/contract/forms/check-form';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostilePosts } from './hostile-posts.ts';
import { buildTestApp, FORMS } from './test-app.ts';

// 2,000 of them: tests/faults/enquiries-hostile.ts
test('never answers with 500, and stores only valid entries, for any post', async () => {
  const { app, enquiries } = await buildTestApp();
  await fc.assert(
    fc.asyncProperty(hostilePosts, async (post) => {
      const { statusCode, headers } = await app.inject({ method: 'POST', ...post });
      expect(statusCode).toBeLessThan(500);
      expect(headers['cache-control']).toBe('no-store');
    }),
    { numRuns: 150 },
  );
  const entries = await enquiries.entries.list();
  expect(entries.length).toBeGreaterThan(0); // some of them are valid
  for (const entry of entries) {
    const values = JSON.parse(entry.data) as Record<string, string>;
    const cv = entry.file_name === null ? undefined : { name: entry.file_name, size: entry.file_bytes };
    const checked = checkForm(
      FORMS.find(({ name }) => name === entry.form)!,
      { ...values, cv },
    );
    expect(checked).toEqual({ ok: true, values: cv ? { ...values, cv: cv.name } : values });
  }
});
