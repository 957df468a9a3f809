import path from 'node:path';
import { openEnquiries } from '@voltframe/enquiries/enquiries';
import { formRoutes } from '@voltframe/enquiries/form-routes';
import type { RoutePorts, StoragePorts } from '@voltframe/enquiries/ports';
import type { EnquirySettings } from '@voltframe/enquiries/settings';
import type { TeamEntries } from '@voltframe/enquiries/team-entries';
import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import { channelsFor } from './observing/events/receivers.ts';
import type { DatabaseConfig } from './platform/database/database.ts';
import { createHistoryStore } from './observing/history/history-store.ts';
import { createAttemptLimit, createNetworkLimit } from './platform/runtime/attempt-limit.ts';
import { createWorkerThread } from './platform/runtime/worker-thread.ts';
import type { Tables } from './platform/database/tables.ts';
import type { Outbox } from './platform/outbox/outbox.ts';
import { keepSecret } from './platform/secrets/keep-secret.ts';
import { createSignedValues } from './platform/secrets/signed-values.ts';
import type { Config } from './platform/settings/config.ts';
import { isCrossSite } from './serving/http/cross-site.ts';

/** The forms of the site's apps. */
export interface Forms {
  /** Handles their posts. */
  routes: FastifyPluginAsync;
  /** Entries of each app, for its team. */
  entries: TeamEntries;
}

export interface FormsParts
  extends Pick<StoragePorts, 'forms' | 'now'>, Pick<RoutePorts, 'formsAt' | 'page'> {
  config: Pick<Config, 'events'> & {
    data: DatabaseConfig;
    site: Pick<Config['site'], 'name' | 'url' | 'separator'>;
  };
  db: Kysely<Tables>;
  outbox: Outbox;
}

/** Opens the package `enquiries/`, which stores and delivers the posts of forms. */
export async function openForms(settings: EnquirySettings, parts: FormsParts): Promise<Forms> {
  const { formsAt, page, now } = parts;
  const ports = enquiryPorts(parts);
  const enquiries = await openEnquiries(settings, ports);
  const routes = formRoutes(enquiries, {
    formsAt,
    page,
    limit: visitorLimit(now),
    thread: createWorkerThread,
    isCrossSite: ({ headers }) => isCrossSite(headers, ports.site.url),
  });
  return { routes, entries: enquiries.ofTeams };
}

/** The ports of the package's stores, for the gateway and the command `inbox`. */
export function enquiryPorts(options: Omit<FormsParts, 'formsAt' | 'page'>): StoragePorts {
  const { config, db, outbox, forms, now } = options;
  const { data, site } = config;
  return {
    db,
    folder: path.join(data.dataDir, 'uploads'),
    shared: Boolean(data.databaseUrl),
    outbox,
    secret: (name) => keepSecret(name, db, data),
    signed: (secret, purpose) => createSignedValues(secret, purpose, now),
    site: { ...site, url: site.url.replace(/\/+$/, '') },
    record: (action, note) => createHistoryStore(db).addHistory({ at: now(), actor: 'inbox', action, note }),
    forms,
    receiversOf: (app) => channelsFor(config.events.receivers ?? {}, 'form-entry', app),
    now,
  };
}

/** Limits by the network of a visitor; visitors with a closed connection share one count. */
export function visitorLimit(now: () => number): RoutePorts['limit'] {
  return ({ most, windowMs, together }) => {
    const create = together ? createAttemptLimit : createNetworkLimit;
    const limit = create({ most, windowMs, now });
    return ({ ip }: { ip: string | undefined }) => limit.waitMs(together ? '' : (ip ?? ''));
  };
}
