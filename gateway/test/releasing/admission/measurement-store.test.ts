import { describe, expect, onTestFinished, test } from 'vitest';
import { createMeasurementStore, MOST_MEASURED } from '../../../src/releasing/admission/measurement-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };

describe.each(DATABASES)('the measurement store on %s', (kind) => {
  const setUp = async () => {
    const db = await openDatabase(await testDatabase(kind));
    onTestFinished(() => db.destroy());
    let now = 0;
    return createMeasurementStore(db, () => ++now);
  };

  test('returns the latest measurement of a release', async () => {
    const store = await setUp();
    expect(await store.of('docs', 'd1')).toBeUndefined();
    await store.keep([{ app: 'docs', digest: 'd1', measured: { routes: {} } }]);
    await store.keep([{ app: 'docs', digest: 'd1', measured: { routes: { 'docs.page': SIZES } } }]);
    expect(await store.of('docs', 'd1')).toEqual({ routes: { 'docs.page': SIZES } });
    expect(await store.of('news', 'd1')).toBeUndefined();
  });

  test('stores the newest measurements of each app, independently of other apps', async () => {
    const store = await setUp();
    await store.keep([{ app: 'news', digest: 'n1', measured: { routes: {} } }]);
    for (let index = 0; index <= MOST_MEASURED; index++)
      await store.keep([{ app: 'docs', digest: `d${index}`, measured: { routes: {} } }]);
    expect(await store.of('docs', 'd0')).toBeUndefined();
    expect(await store.of('docs', 'd1')).toBeDefined();
    expect(await store.of('news', 'n1')).toBeDefined();
  });
});
