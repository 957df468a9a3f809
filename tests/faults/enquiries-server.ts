import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify, { type FastifyInstance } from 'fastify';
import { openEnquiries, type Enquiries } from '../../enquiries/src/enquiries.ts';
import { enquiryMigrations } from '../../enquiries/src/migrations.ts';
import type { EnquirySettings } from '../../enquiries/src/settings.ts';
import type { TakenForm } from '../../enquiries/src/ports.ts';
import { formRoutes } from '../../enquiries/src/form-routes.ts';
import { enquiryPorts } from '../../gateway/src/open-enquiries.ts';
import { createWorkerThread } from '../../gateway/src/platform/runtime/worker-thread.ts';
import { createOutbox } from '../../gateway/src/platform/outbox/outbox.ts';
import { createHistoryStore } from '../../gateway/src/observing/history/history-store.ts';
import {
  type Events,
  type EventsOptions,
  openEvents,
} from '../../gateway/src/observing/events/open-events.ts';
import type { EventReceivers } from '../../gateway/src/platform/settings/event-receivers.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { application } from '../../mfe-marketing/src/forms/application.ts';
import { contact } from '../../mfe-marketing/src/forms/contact.ts';
import { subscribe } from '../../shell/src/forms/subscribe.ts';

/** The forms of the apps. */
export const FORMS: TakenForm[] = [
  { ...contact, app: 'marketing' },
  { ...subscribe, app: 'shell' },
  { ...application, app: 'marketing' },
];

export interface FaultServerConfig {
  dataDir: string;
  databaseUrl: string | undefined;
  settings?: Partial<EnquirySettings>;
  /** Receivers of the entries, by name. */
  receivers?: EventReceivers;
}

export interface FaultServerDeps {
  now: () => number;
  random: () => number;
  fetch: typeof fetch;
  log: (details: object, message: string) => void;
}

export interface FaultServer {
  app: FastifyInstance;
  enquiries: Enquiries;
  /** Delivers entries to the receivers. */
  events: Events;
  close(): Promise<void>;
}

const SETTINGS: EnquirySettings = {
  mail: undefined,
  retentionDays: 0,
  filesBytes: Infinity,
  limits: { perAddressPer10Minutes: 0, totalPerMinute: 0 },
};

/** The routes and stores of forms, as in the gateway, without pages and limits. It does not listen yet. */
export async function openFaultServer(
  config: FaultServerConfig,
  deps: Partial<FaultServerDeps> = {},
): Promise<FaultServer> {
  const db = await openDatabase(config, enquiryMigrations);
  const log = deps.log ?? (() => {});
  const now = deps.now ?? Date.now;
  const siteConfig = { name: 'Voltframe', url: 'http://localhost:3000', separator: '|' };
  const outbox = createOutbox({
    db,
    mail: config.settings?.mail,
    siteUrl: siteConfig.url,
    fetch: deps.fetch ?? fetch,
    now,
    random: deps.random ?? Math.random,
    log: { warn: log, error: log },
  });
  const enquiries = await openEnquiries(
    { ...SETTINGS, ...config.settings },
    enquiryPorts({
      config: {
        data: config,
        site: siteConfig,
        events: { receivers: config.receivers },
      },
      db,
      outbox,
      forms: () => FORMS,
      now,
    }),
  );
  const events = openEvents({
    db,
    history: createHistoryStore(db),
    config: { events: { receivers: config.receivers }, site: siteConfig } as EventsOptions['config'],
    outbox,
    live: () => ({}),
    entryOf: (id) => enquiries.ofTeams.entryOf(id),
    errors: { list: async () => ({ groups: [], more: false }) },
    now,
  });
  const app = fastify();
  const routes = formRoutes(enquiries, {
    formsAt: (action) => FORMS.filter((form) => form.action === action),
    page: async () => ({ status: 200, html: '<main></main>' }),
    limit: () => () => undefined,
    thread: createWorkerThread,
    isCrossSite: () => false,
  });
  void app.register(routes);
  return {
    app,
    enquiries,
    events,
    async close() {
      await app.close();
      await outbox.close();
      await db.destroy();
    },
  };
}

/**
 * Prints the figures of a run on one line, with the time since its start.
 * @param started of `performance.now()`, ms.
 */
export function printFigures(figures: Record<string, string | number>, started: number): void {
  const line = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${line.join(', ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

// As a process: takes the configuration as JSON, and prints its address.
if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const { app } = await openFaultServer(JSON.parse(process.argv[2] ?? '{}') as FaultServerConfig);
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
}
