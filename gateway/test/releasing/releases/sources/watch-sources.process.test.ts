import { expect, test } from 'vitest';
import { shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';
import { pageText } from '../../../operations/operations-setup.ts';

const ONLY_AT_THE_START = { RELEASE_FOLLOW: '0' };

test('a build in a folder goes live at the next start, and with RELEASE_FOLLOW while the gateway runs', async () => {
  const first = await startTestGateway([shellRelease(), version('one')], ONLY_AT_THE_START);
  await first.publish(version('two'));
  expect(await pageText(first)).toContain('one');
  const second = await first.restart();
  expect(await pageText(second)).toContain('two');
  await second.close();
  const following = await startTestGateway([], { RELEASE_FOLLOW: '1' }, first.folder);
  await following.publish(version('three'));
  expect(await pageText(following)).toContain('three');
});
