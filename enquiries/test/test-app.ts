import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { application, contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { enquiryPorts, visitorLimit } from '../../gateway/src/open-enquiries.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import type { EventReceivers } from '../../gateway/src/platform/settings/event-receivers.ts';
import { createOutboxStore } from '../../gateway/src/platform/outbox/outbox-store.ts';
import { createWorkerThread } from '../../gateway/src/platform/runtime/worker-thread.ts';
import { fastifyOptions } from '../../gateway/src/serving/http/fastify-options.ts';
import { isCrossSite } from '../../gateway/src/serving/http/cross-site.ts';
import { clearedDatabase, withServer } from '../../gateway/test/fixtures/test-database.ts';
import { testOutbox } from '../../gateway/test/platform/outbox/test-outbox.ts';
import { openEnquiries } from '../src/enquiries.ts';
import { formRoutes } from '../src/form-routes.ts';
import { type EnquiryRow, enquiryMigrations } from '../src/migrations.ts';
import type { TakenForm } from '../src/ports.ts';
import type { EnquirySettings } from '../src/settings.ts';

export const SETTINGS: EnquirySettings = {
  mail: undefined,
  retentionDays: 365,
  filesBytes: Infinity,
  limits: { perAddressPer10Minutes: 10_000, totalPerMinute: 10_000 },
};

export const FORMS = [contact, subscribe, application];

export function testClock() {
  let time = Date.parse('2026-11-21T10:00:00Z');
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

export interface TestOptions {
  settings?: Partial<EnquirySettings>;
  clock?: ReturnType<typeof testClock>;
  fetch?: typeof fetch;
  pages?: Record<string, string>;
  /** Called for each request of a page. */
  onPage?(path: string, address: string | undefined): void;
  /** Receivers of events, by name. */
  receivers?: EventReceivers;
  /** Forms of the site; of one address, the current version first. */
  forms?: TakenForm[];
}

export type TestEnquiries = Awaited<ReturnType<typeof openTestEnquiries>>;

/** Opens fresh stores for one test: a folder with SQLite, or a database of its own on the test server. */
export async function openTestEnquiries({
  settings,
  clock = testClock(),
  fetch,
  receivers,
  forms = FORMS,
}: TestOptions = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enquiries-'));
  const databaseUrl = withServer ? await clearedDatabase() : undefined;
  const config = { dataDir, databaseUrl };
  const db = await openDatabase(config, enquiryMigrations);
  const { now } = clock;
  const { outbox, logged } = testOutbox(db, { mail: settings?.mail, now, ...(fetch ? { fetch } : {}) });
  const enquiries = await openEnquiries(
    { ...SETTINGS, ...settings },
    enquiryPorts({
      config: {
        data: config,
        events: { receivers },
        site: { name: 'Voltframe', url: 'https://voltframe.test/', separator: '|' },
      },
      db,
      outbox,
      forms: () => forms,
      now,
    }),
  );
  onTestFinished(async () => {
    await outbox.close();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { enquiries, outbox, clock, dataDir, logged, rows: createOutboxStore(db) };
}

export type TestApp = Awaited<ReturnType<typeof buildTestApp>>;

/** Only the routes of forms, with empty stores; closed after the test. */
export async function buildTestApp(options: TestOptions = {}) {
  const opened = await openTestEnquiries(options);
  const pages = options.pages ?? PAGES;
  const forms = options.forms ?? FORMS;
  /** Lines of the server's log. */
  const logLines: string[] = [];
  const app = fastify({
    ...fastifyOptions(),
    logger: { level: 'trace', stream: { write: (line: string) => void logLines.push(line) } },
  });
  // Like the log of the gateway; the level of a route applies.
  app.addHook('onResponse', async ({ log, method, url }, { statusCode: status }) =>
    log.info({ method, path: url.split('?')[0], status }, 'answered'),
  );
  const routes = formRoutes(opened.enquiries, {
    formsAt: (action) => forms.filter((form) => form.action === action),
    async page(at, address) {
      options.onPage?.(at, address);
      return { status: pages[at] ? 200 : 404, html: pages[at] ?? '<h1>404</h1>', policy: PAGE_POLICY };
    },
    limit: visitorLimit(opened.clock.now),
    thread: createWorkerThread,
    isCrossSite: ({ headers }) => isCrossSite(headers, 'https://voltframe.test'),
  });
  void app.register(routes);
  onTestFinished(() => app.close());
  return { ...opened, app, logLines };
}

export const ENQUIRY = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: '',
  topic: 'robotics',
  message: 'Could you build an engine?',
  consent: 'yes',
};

/** With the hash of an inline stylesheet. */
export const PAGE_POLICY = "default-src 'none'; style-src 'self' 'sha256-Zm9udA=='";

/** A post as a page's script sends it. */
export function scripted(values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    contract: 'contact@1',
    idempotencyKey: randomUUID(),
    elapsedMs: 5_000,
    website: '',
    ...ENQUIRY,
    ...values,
  };
}

/** An entry of the form of contacts as it is stored. @param values of its fields. */
export function entryRow(changes: Partial<EnquiryRow> = {}, values: object = {}): EnquiryRow {
  return {
    id: randomUUID(),
    form: 'contact',
    version: 1,
    email: ENQUIRY.email,
    data: JSON.stringify({ ...ENQUIRY, ...values }),
    state: 'kept',
    created_at: 0,
    file_name: null,
    file_bytes: null,
    file_sha256: null,
    app: null,
    ...changes,
  };
}

/** Posts to the form of contacts. @param rest of the request. */
export function post(app: FastifyInstance, payload: string | object, rest: InjectOptions = {}) {
  return app.inject({ method: 'POST', url: '/api/contact', payload, ...rest });
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n');

const BOUNDARY = '----test-boundary';

/** One part of a multipart body. @param filename of a file. */
export function part(name: string, content: string | Buffer, filename?: string): Buffer {
  const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/pdf`;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

/** A multipart body; a `Buffer` is a file. */
export function multipart(
  values: Record<string, string | Buffer>,
  filename = 'cv.pdf',
): {
  headers: Record<string, string>;
  payload: Buffer;
} {
  const parts = Object.entries(values).map(([name, value]) =>
    part(name, value, typeof value === 'string' ? undefined : filename),
  );
  const payload = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload };
}

function page(title: string, form: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${title} | Voltframe</title><link rel="canonical" href="https://voltframe.test/x"><link rel="modulepreload" href="/assets/a.js"><link rel="stylesheet" href="/assets/a.css"><script src="/assets/a.js" type="module"></script></head><body><div id="app"><main>${form}</main></div><script type="application/json" id="page-data">{}</script></body></html>`;
}

/**
 * 25 KB that take a parser of HTML half a minute: each paragraph repeats the open formatting elements.
 */
export const MISNESTED = page(
  'Contact',
  `<p>${Array.from({ length: 1_300 }, (_, index) => `<b a=${index}>`).join('')}${'<p>x'.repeat(3_000)}`,
);

const slot = (form: string, name: string) =>
  `<p id="${form}-${name}-error" data-error-for="${name}" hidden=""></p>`;
const line = (form: string, name: string) => `<input id="${form}-${name}" name="${name}">${slot(form, name)}`;
const frame = (form: string, action: string, fields: string) =>
  `<form data-form="${form}" method="post" action="${action}"><div data-form-summary="" role="alert" tabindex="-1" hidden=""></div><input type="hidden" name="contract" value="${form}@1">${fields}<input name="website"></form>`;

/** Pages with the forms, by docs/forms.md. */
export const PAGES: Record<string, string> = {
  '/': page('Home', `<h1>Home</h1>${frame('subscribe', '/api/subscribe', line('subscribe', 'email'))}`),
  '/contact': page(
    'Contact',
    frame(
      'contact',
      '/api/contact',
      `${line('contact', 'name')}${line('contact', 'email')}${line('contact', 'company')}<select id="contact-topic" name="topic"><option value="" selected>Choose</option><option value="robotics">Robotics</option></select>${slot('contact', 'topic')}<textarea id="contact-message" name="message"></textarea>${slot('contact', 'message')}<input type="checkbox" id="contact-consent" name="consent" value="yes">${slot('contact', 'consent')}`,
    ),
  ),
  '/careers/engineer': page(
    'Engineer',
    frame(
      'application',
      '/api/applications',
      `${line('application', 'name')}${line('application', 'email')}<input type="hidden" name="role" value="engineer">${line('application', 'links')}<textarea id="application-message" name="message"></textarea>${slot('application', 'message')}<input type="file" id="application-cv" name="cv">${slot('application', 'cv')}<input type="checkbox" name="consent" value="yes">`,
    ),
  ),
};
