import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import { createHistoryLog } from '../../../src/observing/history/history-log.ts';
import { pagesBundle, remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

/** A log at the default level. */
function testLog() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { logger: pino({ level: 'warn' }, sink), taken: () => lines.splice(0) };
}

const docs = (title: string) => remoteRelease({ app: 'docs', server: pagesBundle({ 'docs.home': title }) });

test('each decision about a release is one line at the default level, with its actor and its release', async () => {
  const { logger, taken } = testLog();
  const gateway = await startTestGateway([shellRelease(), docs('one')], {}, undefined, logger);
  // Releases of several sources are stored in no fixed order.
  const first = taken().toSorted((a, b) => String(a['msg']).localeCompare(String(b['msg'])));
  // The gateway of a test has two more sources, without a release.
  const empty = [expect.stringMatching(/^RELEASES names a place without a release/), undefined];
  expect(first.map(({ msg, actor }) => [msg, actor])).toEqual([
    [expect.stringMatching(/^docs [0-9a-f]{12} is live$/), 'source'],
    empty,
    empty,
    [expect.stringMatching(/^shell [0-9a-f]{12} is live$/), 'source'],
  ]);
  const { changes } = gateway;
  const [one, two] = [docs('one'), docs('two')].map(({ release }) => release.digest.slice(0, 12));
  await gateway.publish(docs('two'));
  await changes.rollback('docs', undefined, 'ada');
  await changes.pin('docs', undefined, 'ada');
  await changes.unpin('docs', 'ada');
  await changes.freeze('campaign week', 'ada');
  await changes.unfreeze('ada');
  await gateway.publish(remoteRelease({ app: 'docs', server: "throw new Error('broken')" }));
  await changes.retire('docs', 'ada');
  const lines = taken().filter(({ actor }) => actor !== undefined);
  expect(lines.map(({ level, msg, actor }) => [level, msg, actor])).toEqual([
    [40, `docs ${two} is live`, 'source'],
    [40, `docs was rolled back to ${one}`, 'ada'],
    [40, 'docs was pinned', 'ada'],
    [40, 'docs was unpinned', 'ada'],
    [40, 'the site was frozen', 'ada'],
    [40, 'the site was unfrozen', 'ada'],
    [50, expect.stringMatching(/^docs [0-9a-f]{12} was refused$/), 'source'],
    [40, 'docs was retired', 'ada'],
  ]);
  expect(lines[1]).toMatchObject({ action: 'rollback', app: 'docs', to: docs('one').release.digest });
  expect(lines[4]).toMatchObject({ note: 'campaign week' });
  expect(lines[6]).toMatchObject({ note: expect.stringContaining('broken') });
});

test('a change that is not stored leaves no line', async () => {
  const { logger, taken } = testLog();
  const state = createStateStore(await openTestDatabase(), false, createHistoryLog(logger));
  const entry = { at: 0, actor: 'ada', action: 'pin', app: 'docs' } as const;
  const failed = state.atomically(async (tx) => {
    await tx.addHistory(entry);
    throw new Error('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  expect(taken()).toEqual([]);
  await state.atomically((tx) => tx.addHistory(entry));
  await state.addHistory({ ...entry, action: 'token-create' });
  expect(taken().map(({ msg }) => msg)).toEqual(['docs was pinned']);
});
