import { expect, test } from 'vitest';
import { sharedScope } from '../../../src/serving/render/shared-scope.ts';
import { sha256, shellRelease } from '../../fixtures/fixture-release.ts';

test('what a shell shares is what it says of it, else its whole bundle', () => {
  const { release } = shellRelease();
  expect(sharedScope({ shell: release })).toBe(release.files[release.server]!.sha256);
  release.files['server/shared.json'] = { sha256: sha256('react 19'), bytes: 8 };
  expect(sharedScope({ shell: release })).toBe(sha256('react 19'));
});
