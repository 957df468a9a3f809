import type { Alert } from '@voltframe/kit/contract/operations/alert';
import { expect, test } from 'vitest';
import type { OutboxRow } from '../../../src/platform/database/tables.ts';
import {
  type AlertDeliveryDeps,
  channelsOf,
  createAlertDelivery,
} from '../../../src/observing/events/deliver-alert.ts';
import { LIVE, NOW } from './live-app.ts';
import { HOOK, SECRET } from './test-alerts.ts';

const webhook = { url: HOOK, secret: SECRET };
const ALERT: Alert = { id: 'a1', app: 'blog', rule: 'error-rate', at: NOW, summary: 'more', release: LIVE };
const row = (channel: OutboxRow['channel']) =>
  ({ id: `a1.${channel}`, channel, subject_id: 'a1' }) as OutboxRow;

/** @returns where it went. */
async function deliver(
  channel: OutboxRow['channel'],
  changed: Partial<AlertDeliveryDeps> = {},
): Promise<string[]> {
  const went: string[] = [];
  const send = async (_: string, { to }: { to: string }) => void went.push(to);
  await createAlertDelivery({
    settings: { blog: { webhook, mail: 'team@voltframe.test' } },
    outbox: {
      mail: { send },
      webhook: ({ url }) => ({ post: async () => void went.push(url) }),
    },
    alert: async () => ALERT,
    site: { name: 'Voltframe', url: 'https://voltframe.test' },
    ...changed,
  })(row(channel));
  return went;
}

test.each([
  [{}, []],
  [{ webhook }, ['alert-hook']],
  [{ mail: 'a@b.test' }, ['alert-mail']],
  [{ webhook, mail: 'a@b.test' }, ['alert-hook', 'alert-mail']],
])('%j is told by %j', (target, channels) => {
  expect(channelsOf(target)).toEqual(channels);
});

test('each goes its way', async () => {
  expect(await deliver('alert-hook')).toEqual([HOOK]);
  expect(await deliver('alert-mail')).toEqual(['team@voltframe.test']);
});

test.each<[what: string, changed: Partial<AlertDeliveryDeps>]>([
  ['that was forgotten', { alert: async () => undefined }],
  ['of an app that has no receiver any more', { settings: {} }],
])('one %s is done with', async (_, changed) => {
  expect(await deliver('alert-hook', changed)).toEqual([]);
  expect(await deliver('alert-mail', changed)).toEqual([]);
});
