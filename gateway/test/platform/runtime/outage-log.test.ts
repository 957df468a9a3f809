import { pino } from 'pino';
import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { limitOutageLines } from '../../../src/platform/runtime/outage-log.ts';

test('each message about an outage is logged once a minute, and all others each time', () => {
  const clock = { now: 0 };
  const messages: string[] = [];
  const write = (line: string) => messages.push((JSON.parse(line) as { msg: string }).msg);
  const logger = pino({ hooks: limitOutageLines(() => clock.now) }, { write });
  const error = gatewayErrors.DATABASE_AWAY({ database: 'db:5432', reason: 'ECONNREFUSED' });
  for (let look = 0; look < 3; look++) {
    logger.warn({ err: error }, 'figures');
    logger.error({ code: error.code }, 'outbox');
    logger.child({ reqId: '1' }).error(error, 'follower');
    logger.warn({ err: new Error('of another kind') }, 'other');
    logger.info('text');
  }
  expect(messages.toSorted()).toEqual(
    ['figures', 'outbox', 'follower', 'other', 'other', 'other', 'text', 'text', 'text'].toSorted(),
  );
  clock.now += 60_000;
  logger.warn({ err: error }, 'figures');
  expect(messages.at(-1)).toBe('figures');
});
