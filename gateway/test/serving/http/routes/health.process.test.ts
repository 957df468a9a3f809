import { expect, test } from 'vitest';
import { shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';

/** Larger than any disk. */
const NEVER_FREE = { DISK_RESERVE_MB: '1000000000' };

test('/-/ready reports the composition and a low disk, on which the gateway admits no release', async () => {
  const started = await startTestGateway([shellRelease(), version('one')]);
  expect((await started.app.inject('/-/ready')).json()).toEqual({
    status: 'ok',
    composition: started.site.live()!.composition.id,
  });
  await started.close();
  const full = await startTestGateway([version('two')], NEVER_FREE, started.folder);
  expect((await full.app.inject('/-/ready')).json()).toMatchObject({ status: 'ok', disk: 'low' });
  expect((await full.app.inject('/docs')).body).toContain('one');
  await full.close();
  const roomy = await startTestGateway([], {}, started.folder);
  expect((await roomy.app.inject('/docs')).body).toContain('two');
});
