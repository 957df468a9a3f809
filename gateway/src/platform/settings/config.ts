import { z } from 'zod';
import { type AllowedSources, parseAllowedSources } from './allowed-sources.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { type PurgeSettings, purgeSettings, purgeVariables } from './purge-settings.ts';
import { parseReleaseSources, type ReleaseSource } from './named-sources.ts';
import { type TraceSettings, traceSettings, traceVariables } from './trace-settings.ts';

/** Everything that can be set from outside, read once at the start. Times are in milliseconds, sizes in bytes. */
export interface Config {
  port: number;
  host: string;
  /** `LISTEN_FDS=1`: the socket to listen on, bound already (socket-holder.ts, systemd). */
  listenFd?: number;
  dataDir: string;
  /** Tarballs of the kit and the gateway, for teams elsewhere. */
  packagesDir: string;
  /** `postgres://…`; undefined = SQLite in the data folder. */
  databaseUrl: string | undefined;
  ops: { port: number; host: string };
  /** A Unix socket, in place of the operations port. */
  operationsSocket: string | undefined;
  /** The `SITE_*` variables as they came; the site's configuration is parsed from them. */
  site: Record<string, string>;
  releases: ReleaseSource[];
  /** How often a source is asked for a new release. */
  releasePollMs: number;
  /** Whether a build that appears in a release folder meanwhile goes live by itself; otherwise what is there at the start. */
  followFolders: boolean;
  /** How long a composition that is no longer live goes on being served. */
  releaseLeaseMs: number;
  /** How long the address of a preview works. */
  previewLeaseMs: number;
  /**
   * From how many reports of browsers on the gateway looks at a release; `reports: 0` = never. `rollBack`: it goes back when
   * there is something wrong.
   */
  reports: { reports: number; addresses: number; rollBack: boolean };
  /** Whether browsers tell of errors and of how fast pages were; never while developing, where nobody waits for it. */
  viewReports: boolean;
  /** How long an error is kept after it was last seen. */
  reportsKeepMs: number;
  /** Largest size of all stored files that no live or leased composition needs. */
  storeBytes: number;
  /** Of each app for itself; Infinity = any number. */
  quotas: {
    /** New bytes of releases within a day. */
    dayBytes: number;
    /** Candidates that can be looked at, and what they hold that is not live. */
    previews: number;
    previewBytes: number;
    /** Refused releases that are kept to be looked at. */
    refused: number;
  };
  /** Free disk space, in bytes, below which no release, preview or rendering is written. */
  diskReserveBytes: number;
  /** Of render processes: time of one call, memory of each and of all together, and how long an idle one is kept. */
  /** `newPerMinute`: renderings of unknown addresses for one network of visitors; 0 = any number. */
  render: { timeoutMs: number; memoryBytes: number; poolBytes: number; idleMs: number; newPerMinute: number };
  /** How long all checks of an admission together may take. */
  admissionTimeoutMs: number;
  /** Whether admission hydrates the pages of a release; not where a team looks at each change in its browser. */
  hydration: boolean;
  /** What becomes of a release that leaves links or islands of other apps' pages dead; undefined = nobody looks. */
  links: 'warn' | 'refuse' | undefined;
  /** File of the upstreams; undefined = apps may ask none. */
  upstreamsFile: string | undefined;
  /** File of where teams are told; undefined = nowhere. */
  alertsFile: string | undefined;
  /** Of the answers of upstreams that are held for one app. */
  upstreamAnswersBytes: number;
  /** What apps may load from other sites. */
  foreignSources: AllowedSources;
  /** Base address of an Iconify API for icons that are not bundled; undefined = none. */
  iconFallbackUrl: string | undefined;
  /** The shared cache in front that is told what changed; undefined = none keeps a page unasked. */
  purge: PurgeSettings | undefined;
  /** Proxies whose forwarding headers are believed: none, or those of these addresses. */
  trustProxy: false | string;
  /** `DEV=1`: development builds are large, so budgets are not checked; open pages load again by themselves. */
  development: boolean;
  /** Command of the editor that opens sources while developing; undefined = one that runs, else that of VISUAL or EDITOR. */
  editor: string | undefined;
  /** Whether development builds go live. */
  developmentBuilds: boolean;
  logLevel: string;
  /** Where requests are recorded; undefined = nowhere. */
  traces: TraceSettings | undefined;
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; issues: string[] };

const MB = 1024 * 1024;
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number (0 to 65535)')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number (0 to 65535)');
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `3s`, `24h` → milliseconds */
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a number with a unit: 500ms, 2s, 5m, 24h, 7d')
  .transform((text) => {
    const unit = text.replace(/\d+/, '') as keyof typeof UNITS;
    return Number.parseInt(text, 10) * UNITS[unit];
  });

/** sd_listen_fds(3) */
const FIRST_PASSED_FD = 3;

const megabytes = z.coerce
  .number()
  .int()
  .positive()
  .transform((value) => value * MB);

const megabytesOrNone = z.coerce
  .number()
  .int()
  .nonnegative()
  .transform((value) => value * MB);

const count = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number);

const environment = z.object({
  PORT: port.prefault('3000'),
  HOST: z.string().min(1).default('localhost'),
  LISTEN_FDS: z.literal('1').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PACKAGES_DIR: z.string().min(1).default('dist/packages'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  OPS_PORT: port.prefault('3001'),
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  OPERATIONS_SOCKET: z
    .string()
    .regex(/^\/[^\0]{1,100}$/, 'must be an absolute path of at most 100 characters')
    .optional(),
  RELEASES: z.string().optional(),
  RELEASE_POLL: duration.optional(),
  RELEASE_FOLLOW: z.enum(['0', '1']).default('0'),
  RELEASE_LEASE: duration.prefault('24h'),
  PREVIEW_LEASE: duration.prefault('24h'),
  REPORT_THRESHOLD: count.prefault('5'),
  REPORT_ADDRESSES: count.prefault('3'),
  REPORT_ROLLBACK: z.enum(['0', '1']).default('0'),
  REPORTS: z.enum(['on', 'off']).default('on'),
  REPORTS_KEEP: duration.prefault('30d'),
  RELEASE_STORE_MB: megabytes.prefault(2048),
  RELEASE_DAY_MB: megabytesOrNone.prefault(1024),
  RELEASE_REFUSED_KEPT: count.prefault('10'),
  PREVIEWS_PER_APP: count.prefault('10'),
  PREVIEW_MB: megabytesOrNone.prefault(256),
  DISK_RESERVE_MB: megabytesOrNone.prefault(512),
  ADMISSION_TIMEOUT: duration.prefault('60s'),
  ADMISSION_HYDRATION: z.enum(['0', '1']).default('1'),
  ADMISSION_LINKS: z.enum(['warn', 'refuse']).default('warn'),
  RENDER_TIMEOUT: duration.prefault('10s'),
  RENDER_MEMORY_MB: megabytes.prefault(256),
  RENDER_POOL_MB: megabytes.prefault(512),
  RENDER_IDLE: duration.prefault('5m'),
  RENDER_NEW_PER_MINUTE: count.prefault('120'),
  UPSTREAMS: z.string().min(1).optional(),
  UPSTREAM_ANSWERS_MB: megabytes.prefault(32),
  ALERTS: z.string().min(1).optional(),
  FOREIGN_SOURCES: z
    .string()
    .default('')
    .transform((text, context) => {
      const parsed = parseAllowedSources(text);
      if (parsed.ok) return parsed.value;
      for (const message of parsed.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  ICON_FALLBACK_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: trustedProxies,
  ...purgeVariables,
  CDN_MAX_AGE: duration.prefault('5m'),
  DEV: z.string().optional(),
  LAUNCH_EDITOR: z.string().optional(),
  DEVELOPMENT_BUILDS: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ...traceVariables,
});

/**
 * Reads the environment. Pure: nothing is opened or created.
 * @param env as `process.env`; an empty value counts as not set.
 * @param defaultReleases sources when `RELEASES` is not set: the app folders of the checkout.
 * @returns the configuration, or one line for every variable that is wrong.
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  defaultReleases: ReleaseSource[],
): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  const releases = parseReleaseSources(given['RELEASES'], defaultReleases);
  const issues = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...(parsed.success ? leaseIssues(parsed.data) : []),
    ...releases.issues,
  ];
  if (!parsed.success || issues.length > 0) return { ok: false, issues };
  return { ok: true, config: toConfig(parsed.data, given as Record<string, string>, releases.sources) };
}

/** Whoever gets a page from a cache at the last moment must have time to look at it. */
function leaseIssues({ CDN_PURGE, CDN_MAX_AGE, RELEASE_LEASE }: z.infer<typeof environment>): string[] {
  return CDN_PURGE !== undefined && CDN_MAX_AGE * 2 > RELEASE_LEASE
    ? ['CDN_MAX_AGE: must be at most half of RELEASE_LEASE']
    : [];
}

function toConfig(
  values: z.infer<typeof environment>,
  env: Record<string, string>,
  releases: ReleaseSource[],
): Config {
  const origins = releases.some((source) => source.type === 'origin');
  return {
    port: values.PORT,
    host: values.HOST,
    ...(values.LISTEN_FDS && { listenFd: FIRST_PASSED_FD }),
    dataDir: values.DATA_DIR,
    packagesDir: values.PACKAGES_DIR,
    databaseUrl: values.DATABASE_URL,
    ops: { port: values.OPS_PORT, host: values.OPS_HOST },
    operationsSocket: values.OPERATIONS_SOCKET,
    site: Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('SITE_'))),
    releases,
    releasePollMs: values.RELEASE_POLL ?? defaultPollMs(origins, values.DEV === '1'),
    followFolders: values.DEV === '1' || values.RELEASE_FOLLOW === '1',
    releaseLeaseMs: values.RELEASE_LEASE,
    previewLeaseMs: values.PREVIEW_LEASE,
    viewReports: values.REPORTS === 'on' && values.DEV !== '1',
    reports: {
      reports: values.REPORT_THRESHOLD,
      addresses: values.REPORT_ADDRESSES,
      rollBack: values.REPORT_ROLLBACK === '1',
    },
    reportsKeepMs: values.REPORTS_KEEP,
    storeBytes: values.RELEASE_STORE_MB,
    quotas: {
      // Whoever develops builds at each change.
      dayBytes: values.DEV === '1' ? Infinity : orAny(values.RELEASE_DAY_MB),
      previews: orAny(values.PREVIEWS_PER_APP),
      previewBytes: orAny(values.PREVIEW_MB),
      refused: values.RELEASE_REFUSED_KEPT,
    },
    diskReserveBytes: values.DISK_RESERVE_MB,
    admissionTimeoutMs: values.ADMISSION_TIMEOUT,
    hydration: values.ADMISSION_HYDRATION === '1' && values.DEV !== '1',
    links: values.DEV === '1' ? undefined : values.ADMISSION_LINKS,
    render: renderLimits(values),
    upstreamsFile: values.UPSTREAMS,
    upstreamAnswersBytes: values.UPSTREAM_ANSWERS_MB,
    alertsFile: values.ALERTS,
    // Whoever develops is told when the release is published.
    foreignSources: values.DEV === '1' ? () => true : values.FOREIGN_SOURCES,
    iconFallbackUrl: values.ICON_FALLBACK_URL,
    purge: purgeSettings(values),
    trustProxy: values.TRUST_PROXY,
    development: values.DEV === '1',
    editor: values.LAUNCH_EDITOR,
    developmentBuilds: values.DEV === '1' || values.DEVELOPMENT_BUILDS === '1',
    logLevel: values.LOG_LEVEL,
    traces: traceSettings(values),
  };
}

function renderLimits(values: z.infer<typeof environment>): Config['render'] {
  return {
    timeoutMs: values.RENDER_TIMEOUT,
    memoryBytes: values.RENDER_MEMORY_MB,
    poolBytes: values.RENDER_POOL_MB,
    idleMs: values.RENDER_IDLE,
    newPerMinute: values.RENDER_NEW_PER_MINUTE,
  };
}

/** Whoever develops waits for each build; a look at a folder costs next to nothing. */
function defaultPollMs(origins: boolean, development: boolean): number {
  if (origins) return 2_000;
  return development ? 50 : 250;
}

function orAny(limit: number): number {
  return limit === 0 ? Infinity : limit;
}
