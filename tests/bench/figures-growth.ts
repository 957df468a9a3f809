import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Vitals } from '@voltframe/kit/contract/reports/view-report';
import { DEVICE_CLASSES } from '@voltframe/kit/contract/reports/view-report';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { createVitalStore } from '../../gateway/src/observing/telemetry/vitals/vital-store.ts';
import { createVitals } from '../../gateway/src/observing/telemetry/vitals/vitals.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import type { Bench } from './run.ts';
import { type Row, atMost, figure } from './support/table.ts';

const DAY_MS = 86_400_000;
const DAYS = 365;
/** Days with views in every hour. Earlier days have one hour, because the gateway has pruned them at the end. */
const WHOLE_DAYS = 91;
const VIEWS_AN_HOUR = 1_000;
const APPS = { blog: 4, marketing: 9, legal: 3 };
const MOST_BYTES = 32_000_000;

/** Simulates a year of page views, with a new release of each app every day. */
const bench: Bench = {
  title: `Figures in the database, ${VIEWS_AN_HOUR.toLocaleString('en')} page views an hour for a year`,
  async measure() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'growth-'));
    try {
      return await measure(dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
export default bench;

async function measure(dataDir: string): Promise<Row[]> {
  const db = await openDatabase({ dataDir });
  const clock = { now: Date.UTC(2026, 0, 1) };
  const figures = createVitals({
    store: createVitalStore(db),
    live: () => undefined,
    before: async () => undefined,
    liveSince: async () => undefined,
    measured: async () => undefined,
    collect() {},
    now: () => clock.now,
  });
  const sizes: { rows: number; bytes: number }[] = [];
  for (let day = 0; day < DAYS; day++, clock.now += DAY_MS) {
    const composition = compositionOf(day);
    for (let hour = 0; hour < (day >= DAYS - WHOLE_DAYS ? 24 : 1); hour++) {
      for (let view = 0; view < VIEWS_AN_HOUR; view++) takeView(figures, composition);
      await figures.flush();
    }
    await figures.prune();
    if (day === DAYS - 32 || day === DAYS - 1) sizes.push(await sizeOf(db));
  }
  await db.destroy();
  const file = statSync(path.join(dataDir, 'site.db')).size;
  const [before, after] = sizes as [(typeof sizes)[0], (typeof sizes)[0]];
  return [
    figure('rows after a year', after.rows.toLocaleString('en')),
    atMost('bytes of the rows', after.bytes, MOST_BYTES, megabytes),
    atMost('bytes of the database file', file, MOST_BYTES, megabytes),
    atMost(
      'rows after a year / a month before',
      after.rows / before.rows,
      1.01,
      (times) => `${times.toFixed(3)} ×`,
    ),
  ];
}

function compositionOf(day: number): Composition {
  const apps = { shell: `s${day}`.padEnd(64, '0') } as Record<string, string>;
  const routes = Object.entries(APPS).flatMap(([app, count]) => {
    apps[app] = `${app}${day}`.padEnd(64, '0');
    return Array.from({ length: count }, (_, index) => ({ app, id: `${app}.page-${index}` }));
  });
  return { apps, routes } as unknown as Composition;
}

function takeView(
  figures: Pick<ReturnType<typeof createVitals>, 'takeVitals' | 'note' | 'answered'>,
  composition: Composition,
): void {
  const route = composition.routes[Math.floor(Math.random() * composition.routes.length)]!;
  const device = DEVICE_CLASSES[Math.floor(Math.random() * DEVICE_CLASSES.length)]!;
  const vitals: Vitals = {
    route: route.id,
    lcp: around(1_200),
    cls: around(0.03),
    inp: around(90),
    ttfb: around(150),
    hydration: around(700),
    navigations: [{ route: route.id, ms: around(60) }],
  };
  figures.takeVitals({ composition, device, vitals });
  const of = { app: route.app, release: composition.apps[route.app]!, route: route.id };
  if (Math.random() < 0.02) figures.note(of, 'render', around(8));
  figures.answered({ ...of, route: '' }, 1, 1);
}

/** @returns a log-normal random value, as measured times have. */
function around(middle: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return middle * Math.exp(0.6 * normal);
}

async function sizeOf(db: Awaited<ReturnType<typeof openDatabase>>) {
  const rows = await db.selectFrom('vital_day').selectAll().execute();
  const bytes = rows.map(
    ({ app, release, route, device, figures }) => app + release + route + device + figures,
  );
  return { rows: rows.length, bytes: bytes.reduce((sum, text) => sum + text.length + 24, 0) };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
