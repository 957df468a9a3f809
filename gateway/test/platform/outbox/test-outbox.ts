import type { openDatabase } from '../../../src/platform/database/database.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../../src/platform/outbox/outbox.ts';

/** An outbox on a database, and the details that it logged. Retries are not spread. */
export function testOutbox(
  db: Awaited<ReturnType<typeof openDatabase>>,
  changed: Partial<Pick<OutboxOptions, 'mail' | 'fetch' | 'now' | 'random'>> = {},
): { outbox: Outbox; logged: object[] } {
  const logged: object[] = [];
  const log = (details: object) => void logged.push(details);
  const outbox = createOutbox({
    db,
    mail: undefined,
    siteUrl: 'https://voltframe.test',
    fetch,
    now: Date.now,
    random: () => 0.5,
    log: { warn: log, error: log },
    ...changed,
  });
  return { outbox, logged };
}
