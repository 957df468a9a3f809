import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify, { type FastifyInstance } from 'fastify';
import { openEnquiries, type Enquiries } from '../../gateway/src/enquiries/enquiries.ts';
import type { EnquirySettings } from '../../gateway/src/enquiries/settings.ts';
import { registerEnquiries } from '../../gateway/src/serving/http/routes/enquiries.ts';
import { createOutbox } from '../../gateway/src/platform/outbox/outbox.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { application } from '../../mfe-marketing/src/forms/application.ts';
import { contact } from '../../mfe-marketing/src/forms/contact.ts';
import { subscribe } from '../../shell/src/forms/subscribe.ts';

/** As the apps declare them. */
export const FORMS = [contact, subscribe, application];

export interface FaultServerConfig {
  dataDir: string;
  databaseUrl?: string;
  settings?: Partial<EnquirySettings>;
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
  close(): Promise<void>;
}

const SETTINGS: EnquirySettings = {
  mail: undefined,
  webhook: undefined,
  secret: undefined,
  retentionDays: 0,
  filesBytes: Infinity,
  limits: { perAddressPer10Minutes: 1_000_000, totalPerMinute: 1_000_000 },
};

/** The forms' routes and stores as the gateway runs them, without its pages and without limits. Not listening yet. */
export async function openFaultServer(
  config: FaultServerConfig,
  deps: Partial<FaultServerDeps> = {},
): Promise<FaultServer> {
  const storage = { dataDir: config.dataDir, databaseUrl: config.databaseUrl };
  const db = await openDatabase(storage);
  const log = deps.log ?? (() => {});
  const now = deps.now ?? Date.now;
  const outbox = createOutbox({
    db,
    mail: config.settings?.mail,
    fetch: deps.fetch ?? fetch,
    now,
    random: deps.random ?? Math.random,
    log: { warn: log, error: log },
  });
  const enquiries = await openEnquiries(
    {
      ...storage,
      settings: { ...SETTINGS, ...config.settings },
      site: { name: 'Voltframe', url: 'http://localhost:3000', separator: '|' },
    },
    { db, outbox, now },
  );
  const app = fastify();
  registerEnquiries(app, {
    enquiries,
    page: async () => ({ status: 200, html: '<main></main>' }),
    wake: () => {},
    forms: { live: () => FORMS, at: (action) => FORMS.filter((form) => form.action === action) },
  });
  return {
    app,
    enquiries,
    async close() {
      await app.close();
      await outbox.close();
      await db.destroy();
    },
  };
}

// Run as a process of its own: the configuration as JSON, the address on standard output.
if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const { app } = await openFaultServer(JSON.parse(process.argv[2] ?? '{}') as FaultServerConfig);
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
}
