import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../platform/settings/config.ts';
import { openEnquiries } from './enquiries.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import type { EnquirySettings } from './settings.ts';
import { registerEnquiries } from '../serving/http/routes/enquiries.ts';
import type { PageService } from '../serving/pages/page-service.ts';
import type { Site } from '../serving/compositions/site.ts';

export interface FormsPartOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- other stores' tables are in it too
  db: Kysely<any>;
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  settings: EnquirySettings;
  siteConfig: SiteConfig;
  site: Site;
  pages: PageService;
  outbox: Outbox;
  now: () => number;
}

/** The forms of the site: their routes, and the delivery of what comes in. */
export interface FormsPart {
  register(app: FastifyInstance): void;
}

export async function openFormsPart(options: FormsPartOptions): Promise<FormsPart> {
  const { db, config, settings, siteConfig, site, outbox, now } = options;
  const { dataDir, databaseUrl } = config;
  const enquiries = await openEnquiries(
    { dataDir, databaseUrl, settings, site: siteConfig },
    { db, now, outbox, forms: site.forms },
  );
  return {
    register: (app) =>
      registerEnquiries(app, {
        enquiries,
        page: (path) => pageHtml(options, path),
        wake: enquiries.wake,
        forms: { live: site.forms, at: site.formsAt },
      }),
  };
}

/** A page as visitors get it, to show a form's errors in when there is no JavaScript. */
async function pageHtml(
  { site, pages }: FormsPartOptions,
  path: string,
): Promise<{ status: number; html: string } | undefined> {
  const served = site.live();
  const answer = served && (await pages.document(served, path, ''));
  // So that an application for a role that is not there is told from a page that cannot be had just now.
  if (answer?.type === 'error') return { status: answer.error.status, html: '' };
  if (answer?.type !== 'body') return undefined;
  const { bytes } = await answer.body.in('identity');
  return { status: 200, html: bytes.toString('utf8') };
}
