import { MOST_FILES_MB } from '@voltframe/kit/contract/operations/operations';
import { siteSettings } from '@voltframe/kit/contract/page/site-config';
import { MB, MINUTE_MS } from '@voltframe/kit/contract/units';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { receiversFile } from './event-receivers.ts';
import { allowedSources } from './allowed-sources.ts';
import { parseSettings, type SettingsIssue, type SettingsResult } from './parse-settings.ts';
import {
  count,
  countOrAny,
  duration,
  flag,
  headerList,
  hostNames,
  httpAddress,
  megabytes,
  megabytesOrAny,
  objectStoreAddress,
  port,
  portOrOff,
  postgresAddress,
  type ReleaseSource,
  releaseSources,
  someMegabytes,
  transportSecurity,
  trustedProxies,
} from './setting-formats.ts';
import { gatewayErrors } from '../errors.ts';
import { isHostOrNetwork } from '../runtime/own-address.ts';
import { upstreamDefects, upstreamsFile } from './upstream-settings.ts';

const CHECKOUT = fileURLToPath(new URL('../../../..', import.meta.url));
/** With a quarter of it the render processes of the sample apps end because of their memory. */
const LEAST_RENDER_MB = 64;

/**
 * Every setting of the gateway, by section: its variable, format, default and description, in this one place. The
 * descriptions become docs/operations.md and .env.example (`npm run settings-doc`). Names end with the unit: times are
 * in ms, sizes in bytes.
 */
const sections = {
  http: z
    .object({
      port: port.prefault('3000').meta({
        variable: 'PORT',
        description: 'Port of the site. In containers always `3000`; `PUBLISH` is the port of the machine.',
      }),
      host: z.string().default('localhost').meta({
        variable: 'HOST',
        description: 'Interface of the site: `0.0.0.0` is every interface. In containers always `0.0.0.0`.',
      }),
      trustProxy: trustedProxies.prefault('false').meta({
        variable: 'TRUST_PROXY',
        description:
          'Proxies whose `X-Forwarded-For` the gateway trusts, separated by commas: addresses, networks, `loopback`, `uniquelocal` (`10.0.0.5, 172.16.0.0/12`).',
        unset: 'none; in the compose file and the stack the network of the front',
      }),
      stopDelayMs: duration.prefault('0s').meta({
        variable: 'STOP_DELAY',
        description:
          'Time for which the gateway still serves after SIGTERM, while `/-/ready` is 503. Set it longer than the interval at which a front or a balancer checks `/-/ready`.',
        unset: '`0s`, in the compose file `1s`, in the stack `5s`',
      }),
      hsts: transportSecurity.prefault('365d').meta({
        variable: 'HSTS',
        description:
          'Time for which browsers use only https for this host (`Strict-Transport-Security`), with an https `SITE_URL`: `off`, `365d`, or `365d subdomains` for all its subdomains too. Browsers keep a value that they got: to end it, set `0d` for as long. Set `subdomains` only when all subdomains have https.',
      }),
      figures: z.enum(['all', 'counts', 'off'], 'must be all, counts or off').default('counts').meta({
        variable: 'PUBLIC_FIGURES',
        description:
          'Content of the public `/builds/figures.json`: `all`; `counts`: without commit and team of each release; `off`: the address is 404.',
      }),
      iconFallbackUrl: httpAddress.optional().meta({
        variable: 'ICON_FALLBACK_URL',
        description: 'Base address of an Iconify API for icons that no release contains.',
      }),
    })
    .meta({ title: 'The site port' }),

  operations: z
    .object({
      port: portOrOff.optional().meta({
        variable: 'OPS_PORT',
        description:
          'The operations port. Never publish it. Every call except `/-/docs` needs a token. `off`: the gateway serves only the site.',
        unset: '`PORT` + 1: 3001',
      }),
      host: z
        .string()
        .refine(isHostOrNetwork, 'is not a network such as 10.90.0.0/24')
        .default('127.0.0.1')
        .meta({
          variable: 'OPS_HOST',
          description:
            'Interface of the operations port: a name or address of this machine, or a network (`10.90.0.0/24`) in which the machine has an address.',
        }),
      hosts: hostNames.prefault('').meta({
        variable: 'OPS_HOSTS',
        description:
          'Host names of the operations port, separated by commas, without ports: for example the name of a proxy or a container. A request with another `Host` gets 421, which prevents DNS rebinding. IP addresses, `localhost` and `OPS_HOST` are always accepted.',
      }),
      metricsPort: port.optional().meta({
        variable: 'METRICS_PORT',
        description:
          'Port on `OPS_HOST` that has only `/-/metrics`, with the same tokens: for gateways with `OPS_PORT=off`.',
      }),
      packagesDir: z.string().default('dist/packages').meta({
        variable: 'PACKAGES_DIR',
        description:
          'Folder of the kit and gateway packages (`npm run pack`) that the operations port serves ([Teams with repositories of their own](#teams-with-repositories-of-their-own)).',
      }),
    })
    .meta({ title: 'The operations port' }),

  data: z
    .object({
      dataDir: z.string().default('.data').meta({
        variable: 'DATA_DIR',
        description:
          'Folder of all stored data. In containers always `/data`, a volume. A folder belongs to one gateway; a second one does not start.',
      }),
      databaseUrl: postgresAddress.optional().meta({
        variable: 'DATABASE_URL',
        secret: true,
        description:
          '`postgres://user:password@host:5432/name`: PostgreSQL stores the state for any number of gateways.',
        unset: 'SQLite in `DATA_DIR`',
      }),
      blobStore: objectStoreAddress.optional().meta({
        variable: 'BLOB_STORE',
        description:
          '`s3://bucket/prefix`: new files of releases are objects of this S3-compatible store, and no rows of `DATABASE_URL`, which it needs ([An object store](#an-object-store)).',
        unset: 'the database, or `DATA_DIR`',
      }),
      diskReserveBytes: megabytes.prefault('512').meta({
        variable: 'DISK_RESERVE_MB',
        description:
          'Free disk space of `DATA_DIR`, in megabytes, that is reserved for posts of visitors. Below it the gateway writes no release, preview or rendering. `0`: no reserve.',
      }),
    })
    .meta({ title: 'Data' }),

  releases: z
    .object({
      sources: releaseSources.default(appFolders).meta({
        variable: 'RELEASES',
        description:
          'Sources of releases, separated by commas: `app=folder` or `app=http://origin`. `none`: only pushed releases.',
        unset: 'the app folders of the checkout; in containers the containers of the four apps',
      }),
      follow: flag.prefault('0').meta({
        variable: 'RELEASE_FOLLOW',
        description:
          '`1`: the gateway activates a build that appears in a release folder while it runs. `0`: it activates only the builds that exist at its start; run `mfe publish` for later ones ([Upgrade](#upgrade)). `DEV=1` implies `1`. The gateway always follows origins.',
      }),
      leaseMs: duration.prefault('24h').meta({
        variable: 'RELEASE_LEASE',
        description:
          'Time for which the gateway serves an earlier composition to pages that were opened before, and for which the address of a preview (`mfe preview`) works.',
      }),
      previewUrl: httpAddress
        .transform((text) => new URL(text).origin)
        .optional()
        .meta({
          variable: 'PREVIEW_URL',
          description:
            'Scheme and host of previews, a second name of the gateway: `https://preview.example.net`. Recommended: on the host of the site the scripts of a preview have the session of whoever opens it, so there its forms cannot be sent and it reads only the personal data of the live releases. A name that ends with `.localhost` counts only while `SITE_URL` is this machine.',
          unset:
            'the host of the site, with `npm start` and in the compose file `http://preview.localhost:3000`',
        }),
      storeBytes: someMegabytes.prefault('2048').meta({
        variable: 'RELEASE_STORE_MB',
        description:
          'Size of stored files that no live or leased composition needs, in megabytes. Above it the gateway removes the oldest files; each app has an equal share.',
      }),
    })
    .meta({ title: 'Releases' }),

  quotas: z
    .object({
      filesBytes: someMegabytes
        .refine((bytes) => bytes <= MOST_FILES_MB * MB, `must be at most ${MOST_FILES_MB}`)
        .prefault('32')
        .meta({
          variable: 'RELEASE_FILES_MB',
          description: `Files for browsers of one release together, in megabytes; at most ${MOST_FILES_MB}. Set the same for \`mfe build\`, which then tells before its long work that a release would be refused.`,
        }),
      dayBytes: megabytesOrAny.prefault('1024').meta({
        variable: 'RELEASE_DAY_MB',
        description:
          'New files of the releases of an app within a day, in megabytes. Files that the site already has do not count. `0`: no limit.',
      }),
      previews: countOrAny.prefault('10').meta({
        variable: 'PREVIEWS_PER_APP',
        description: 'Number of previews of an app. `0`: no limit.',
      }),
    })
    .meta({ title: 'Limits of each app' }),

  admission: z
    .object({
      timeoutMs: duration.prefault('60s').meta({
        variable: 'ADMISSION_TIMEOUT',
        description:
          'Time limit of all checks of a release. The gateway refuses the release after it, or when three pages exceed `RENDER_TIMEOUT`.',
      }),
      hydration: flag.prefault('1').meta({
        variable: 'ADMISSION_HYDRATION',
        description:
          '`1`: admission hydrates the pages that a release changes, without a browser: as the server rendered them, and with another time zone, locale, time and width. Two processes of up to 140 MB run for seconds, in turn where memory is small ([Memory](#memory)). At a first start, or after a third of `ADMISSION_TIMEOUT`, admission hydrates one page of each route; after half of it, no further page. `0` and `DEV=1`: no hydration.',
      }),
      links: z.enum(['warn', 'refuse'], 'must be warn or refuse').default('warn').meta({
        variable: 'ADMISSION_LINKS',
        description:
          'Effect of a release that removes a page or an island to which pages of other apps refer. `warn`: a warning to both teams. `refuse`: the release waits until the other app changes. Targets of links inside the release must always exist. `DEV=1`: no check.',
      }),
      routeBytes: z
        .string()
        .regex(/^\d+ +\d+$/, 'must be two numbers of bytes, of scripts and of styles: 250000 100000')
        .transform((text) => {
          const [js = 0, css = 0] = text.split(/ +/).map(Number);
          return { js, css };
        })
        .prefault('250000 100000')
        .meta({
          variable: 'ROUTE_BYTES',
          description:
            'Most bytes (brotli) of scripts, and of styles, that a route adds to the shell. Admission refuses a release with more. The budgets of teams are warnings. `DEV=1`: no limit.',
        }),
      foreignSources: allowedSources.prefault('').meta({
        variable: 'FOREIGN_SOURCES',
        description:
          'Origins of other sites from which apps may load, separated by commas. An entry is an app or `*`, a directive (`img-src`, `media-src`, `frame-src`, `connect-src`, `script-src`, `worker-src`, `form-action`) and a source: `blog img-src https://images.example, * worker-src blob:`. The gateway refuses a release that declares another origin and prints the missing entry. A removed entry leaves the policies of the pages at the next start.',
      }),
      developmentBuilds: flag.prefault('0').meta({
        variable: 'DEVELOPMENT_BUILDS',
        development: true,
        description:
          '`1`: builds of `mfe build --dev` or `--watch` can go live. `0`: the gateway refuses them. `DEV=1` implies `1`.',
      }),
    })
    .meta({ title: 'Admission' }),

  reports: z
    .object({
      on: z
        .enum(['on', 'off'], 'must be on or off')
        .transform((text) => text === 'on')
        .prefault('on')
        .meta({
          variable: 'REPORTS',
          description:
            '`off`: browsers do not report errors and loading times, and the gateway stores none. Previews, and pages with `DEV=1`, never report.',
        }),
    })
    .meta({ title: 'Reports of browsers' }),

  render: z
    .object({
      timeoutMs: duration.prefault('10s').meta({
        variable: 'RENDER_TIMEOUT',
        description:
          'Time limit of one rendering, and limit of the CPU time that a render process uses without an answer. After it the gateway serves the last good copy of the page. Only the CPU limit replaces the process.',
      }),
      memoryBytes: someMegabytes
        .refine((bytes) => bytes >= LEAST_RENDER_MB * MB, `must be at least ${LEAST_RENDER_MB}`)
        .prefault('256')
        .meta({
          variable: 'RENDER_MEMORY_MB',
          description: `Memory of one render process, in megabytes; at least ${LEAST_RENDER_MB}.`,
        }),
      poolBytes: someMegabytes.prefault('512').meta({
        variable: 'RENDER_POOL_MB',
        description:
          'Memory of all render processes, in megabytes. Above it the least recently used idle processes end. The limit of the container can reduce it ([Memory](#memory)).',
      }),
      newPerMinute: count.prefault('120').meta({
        variable: 'RENDER_NEW_PER_MINUTE',
        description:
          'Number of renderings a minute of addresses without an earlier request, for one network of visitors (an IPv4 address, an IPv6 /64), and ten times as many for its /24 or /48. Further requests get the status 429; listed and cached pages do not count. `0`: no limit.',
      }),
    })
    .meta({ title: 'Rendering' }),

  upstreams: z
    .object({
      servers: upstreamsFile.optional().meta({
        variable: 'UPSTREAMS',
        file: true,
        description: 'File of the backends that apps can read ([Upstreams](#upstreams)).',
      }),
    })
    .meta({ title: 'Upstreams' }),

  events: z
    .object({
      receivers: receiversFile.optional().meta({
        variable: 'EVENT_RECEIVERS',
        file: true,
        description:
          'File of the receivers of events: deploys, refusals, rollbacks, new errors, form entries ([Event receivers](#event-receivers)).',
        unset: 'no event is sent',
      }),
    })
    .meta({ title: 'Events' }),

  purging: z
    .object({
      url: httpAddress.optional().meta({
        variable: 'CDN_PURGE',
        description:
          'Address of a shared cache in front (a CDN) to which the gateway sends the keys of the pages that a release changed ([A front](#a-front)).',
        unset: 'shared caches revalidate each page',
      }),
      headers: headerList.prefault('').meta({
        variable: 'CDN_PURGE_HEADERS',
        secret: true,
        description:
          'Headers of each call, separated by commas, percent-encoded: `authorization=Bearer%20…`.',
      }),
    })
    .transform(({ url, ...rest }) => (url === undefined ? undefined : { url, ...rest }))
    .meta({ title: 'A shared cache in front' }),

  log: z
    .object({
      level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn').meta({
        variable: 'LOG_LEVEL',
        description: '`fatal`, `error`, `warn`, `info` (also each request), `debug`, `trace`, `silent`.',
      }),
    })
    .meta({ title: 'Log' }),

  traces: z
    .object({
      endpoint: httpAddress.optional().meta({
        variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        description:
          'Address of a trace collector, OTLP over HTTP: `http://collector:4318`. The gateway posts traces to `/v1/traces` below it ([Traces](#traces)).',
        unset: 'no request is recorded',
      }),
      headers: headerList.prefault('').meta({
        variable: 'OTEL_EXPORTER_OTLP_HEADERS',
        secret: true,
        description:
          'Headers of each call, separated by commas, percent-encoded: `authorization=Bearer%20…`.',
      }),
      service: z.string().max(100).default('voltframe-gateway').meta({
        variable: 'OTEL_SERVICE_NAME',
        description: 'Name of the gateway in the traces.',
      }),
      ratio: z
        .string()
        .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share, 0 to 1: 0.01')
        .transform(Number)
        .prefault('1')
        .meta({
          variable: 'OTEL_TRACES_SAMPLER_ARG',
          description: 'Share of requests that are recorded, 0 to 1; at most 20 a second.',
        }),
    })
    .transform(({ endpoint, ...rest }) =>
      endpoint === undefined ? undefined : { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, ...rest },
    )
    .meta({ title: 'Traces' }),

  development: z
    .object({
      on: z
        .string()
        .transform((text) => text === '1')
        .prefault('')
        .meta({
          variable: 'DEV',
          development: true,
          description:
            '`1`: the gateway serves development builds without size checks, also with pages that fail, and open pages follow each build. `npm run dev` sets it.',
        }),
      personal: z.string().optional().meta({
        variable: 'DEV_PERSONAL',
        development: true,
        description:
          'With `DEV=1`: file of an invented signed-in visitor, for personal data without a backend ([personal.md](personal.md)). `mfe dev` and `npm run dev` set it.',
      }),
    })
    .meta({ title: 'Development' }),

  site: siteSettings,

  mail: z
    .object({
      smtpUrl: z
        .url({ protocol: /^smtps?$/, error: 'must be an smtp address' })
        .optional()
        .meta({
          variable: 'SMTP_URL',
          secret: true,
          description: 'Mail server: `smtp://user:password@host:587`.',
          unset: 'mail waits in the outbox',
        }),
      from: z.email('must be a mail address').optional().meta({
        variable: 'MAIL_FROM',
        description: 'Sender of all mail. Needed with `SMTP_URL`.',
      }),
      to: z.email('must be a mail address').optional().meta({
        variable: 'MAIL_TO',
        description: 'Recipient of enquiries. Needed with `SMTP_URL`.',
      }),
    })
    .superRefine(({ smtpUrl, ...rest }, context) => {
      for (const name of ['from', 'to'] as const)
        if (smtpUrl !== undefined && rest[name] === undefined)
          context.addIssue({ code: 'custom', path: [name], message: 'is needed with SMTP_URL' });
    })
    .transform(({ smtpUrl, from = '', to = '' }) =>
      smtpUrl === undefined ? undefined : { smtpUrl, from, to },
    )
    .meta({ title: 'Mail' }),
};

const values = z.object(sections);

/** The settings of the gateway. */
export const configSchema = values.superRefine(checkTogether).transform(completed);

/** Everything that can be set from outside, read once at the start. */
export type Config = z.infer<typeof configSchema>;

/**
 * @param env as `process.env`; an empty value counts as not set.
 * @returns the settings, or the defects of all variables.
 */
export function parseConfig(env: Record<string, string | undefined>): SettingsResult<Config> {
  const parsed = parseSettings({ config: configSchema }, env);
  return parsed.ok ? { ok: true, settings: parsed.settings.config } : parsed;
}

/** Domains of the examples in documents (RFC 2606, section 3). */
const EXAMPLE_HOST = /(^|\.)example\.(com|net|org)$/;

/** @returns the defect of a SITE_URL that was copied from an example; undefined: it has none. */
export function exampleAddress(siteUrl: string): SettingsIssue | undefined {
  const { hostname } = new URL(siteUrl);
  if (!EXAMPLE_HOST.test(hostname)) return undefined;
  const reason = `${hostname} is a name for examples`;
  const error = gatewayErrors.SETTING_INVALID({
    name: 'SITE_URL',
    reason,
    fix: 'Set it to the scheme and host that visitors use.',
  });
  return { code: error.code, name: 'SITE_URL', reason, fix: error.fix };
}

/** Every app folder of the checkout. */
function appFolders(): ReleaseSource[] {
  const names = readdirSync(CHECKOUT).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  return names.map((name) => ({
    app: name.replace(/^mfe-/, ''),
    type: 'folder',
    folder: path.join(CHECKOUT, name),
  }));
}

/** Time for which an idle render process stays. Cached pages need no process. */
const RENDER_IDLE_MS = 5 * MINUTE_MS;
/** Time for which a shared cache serves a page without a request to the gateway, unless half the lease is shorter. */
const SHARED_CACHE_MS = 5 * MINUTE_MS;
/** Refused releases of an app that are stored for inspection, the newest ones. */
const REFUSED_KEPT = 10;
/** The files of all previews of an app that are not live. */
const PREVIEW_BYTES = 256 * MB;
/** The stored responses of backends, of each app. */
const UPSTREAM_ANSWERS_BYTES = 32 * MB;

/** Rules about two settings. */
function checkTogether(config: z.infer<typeof values>, context: z.core.$RefinementCtx): void {
  const { upstreams, render, data } = config;
  const report = (setting: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path: setting, message });
  for (const { field, message } of upstreamDefects(upstreams.servers ?? [], render.timeoutMs))
    report(['upstreams', 'servers', field], message);
  if (data.blobStore && data.databaseUrl === undefined)
    report(['data', 'blobStore'], 'needs DATABASE_URL, which lists the files');
}

/** @returns the next port; 0, for any free port, stays 0. */
function portAfter(sitePort: number): number {
  return sitePort === 0 ? 0 : sitePort < 65_535 ? sitePort + 1 : sitePort - 1;
}

/** @returns the origin of previews; undefined: that of the site. Visitors of other machines reach no `.localhost`. */
function hostOfPreviews(previewUrl: string | undefined, siteUrl: string): string | undefined {
  if (previewUrl === undefined || previewUrl === new URL(siteUrl).origin) return undefined;
  const isLocal = (url: string): boolean => /(?:^|\.)localhost$/.test(new URL(url).hostname);
  return isLocal(previewUrl) && !isLocal(siteUrl) ? undefined : previewUrl;
}

/** Defaults that depend on other settings. */
function completed(config: z.infer<typeof values>) {
  const { http, operations, development, releases, quotas, admission, render, upstreams, reports, site } =
    config;
  const { purging } = config;
  const dev = development.on;
  const url = site.url ?? `http://localhost:${http.port}`;
  const origins = releases.sources.some(({ type }) => type === 'origin');
  return {
    ...config,
    operations: {
      ...operations,
      port: operations.port === 'off' ? undefined : (operations.port ?? portAfter(http.port)),
    },
    releases: {
      ...releases,
      previewUrl: hostOfPreviews(releases.previewUrl, url),
      // A developer waits for each build; a look at a folder costs next to nothing.
      pollMs: origins ? 2_000 : dev ? 50 : 250,
      follow: dev || releases.follow,
    },
    // A developer builds at each change.
    quotas: {
      ...quotas,
      dayBytes: dev ? Infinity : quotas.dayBytes,
      refused: REFUSED_KEPT,
      previewBytes: PREVIEW_BYTES,
    },
    render: { ...render, idleMs: RENDER_IDLE_MS },
    // A visitor who gets a page from a cache at the last moment needs time to read it.
    purging: purging && { ...purging, maxAgeMs: Math.min(SHARED_CACHE_MS, releases.leaseMs / 2) },
    upstreams: { ...upstreams, answersBytes: UPSTREAM_ANSWERS_BYTES },
    admission: {
      ...admission,
      hydration: admission.hydration && !dev,
      links: dev ? undefined : admission.links,
      // A developer is told when the release is published.
      foreignSources: dev ? () => true : admission.foreignSources,
      developmentBuilds: dev || admission.developmentBuilds,
    },
    reports: { ...reports, on: reports.on && !dev },
    site: { ...site, url },
  };
}
