import { expect, test } from 'vitest';
import { createOperatorToken } from '../src/operator-token.ts';
import { shellRelease } from './fixtures/fixture-release.ts';
import { startTestGateway } from './fixtures/test-gateway.ts';

test('an operator token that is created beside a running gateway works immediately', async () => {
  const gateway = await startTestGateway([shellRelease()]);
  const token = await createOperatorToken({ DATA_DIR: gateway.config.data.dataDir }, 'ada');
  const answer = await gateway.ops.inject({
    url: '/-/tokens',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.json().tokens).toMatchObject([{ role: 'operator', app: null, name: 'ada' }]);
  expect(answer.body).not.toContain(token);
  const { history } = (
    await gateway.ops.inject({ url: '/-/history?limit=1', headers: { authorization: `Bearer ${token}` } })
  ).json();
  expect(history[0]).toMatchObject({ actor: 'gateway', action: 'token-create' });
});
