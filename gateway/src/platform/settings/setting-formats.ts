import { DAY_MS, HOUR_MS, MB, MINUTE_MS } from '@voltframe/kit/contract/units';
import { z } from 'zod';
import type { ObjectStoreAddress } from '../blobs/object-store.ts';
import {
  type Address,
  isWithin,
  type Network,
  parseAddress,
  parseNetwork,
} from '../runtime/network-address.ts';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const UNITS = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,4000}$/;

/** `0` or `1`. */
export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');

export const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port number (0 to 65535)')
  .transform(Number);

/** A port number, or `off`. */
export const portOrOff = z.union([z.literal('off'), port], 'must be a port number (0 to 65535) or off');

/** `3s`, `24h` → milliseconds */
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'must be a number with a unit: 500ms, 2s, 5m, 24h, 7d')
  .transform((text) => Number.parseInt(text, 10) * UNITS[text.replace(/\d+/, '') as keyof typeof UNITS]);

/** `off`, `365d` or `365d subdomains` → the value of Strict-Transport-Security (RFC 6797); `off` → undefined. */
export const transportSecurity = z
  .string()
  .regex(/^(off|(\d+)d( subdomains)?)$/, 'must be off, or a number of days: 365d, 365d subdomains')
  .transform((text) => {
    const [, days, subdomains] = /^(\d+)d( subdomains)?$/.exec(text) ?? [];
    if (days === undefined) return undefined;
    return `max-age=${(Number(days) * DAY_MS) / 1000}${subdomains === undefined ? '' : '; includeSubDomains'}`;
  });

export const count = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** `0` → Infinity */
export const countOrAny = count.transform((value) => value || Infinity);

/** Megabytes → bytes; `0` → 0 */
export const megabytes = count.transform((value) => value * MB);

export const someMegabytes = megabytes.refine((bytes) => bytes > 0, 'must be more than 0');

/** Megabytes → bytes; `0` → Infinity */
export const megabytesOrAny = megabytes.transform((value) => value || Infinity);

export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http address' });

export const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address of PostgreSQL',
});

const NOT_S3 =
  'must be s3://bucket/prefix, with ?endpoint=https://s3.example for a store other than Amazon, and region=…';

/** `s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1`. */
export const objectStoreAddress = z
  .url({ protocol: /^s3$/, error: NOT_S3 })
  .transform((text, context): ObjectStoreAddress => {
    const { hostname: bucket, pathname, searchParams, username, port: number } = new URL(text);
    const { endpoint, region, ...unknown } = Object.fromEntries(searchParams);
    const place = decoded(pathname);
    const isRight =
      BUCKET.test(bucket) &&
      !number &&
      (place !== undefined || pathname === '') &&
      Object.keys(unknown).length === 0 &&
      (endpoint === undefined || httpAddress.safeParse(endpoint).success);
    if (username) context.addIssue('has credentials in it: set AWS_ACCESS_KEY_ID or a file of credentials');
    else if (!isRight) context.addIssue(NOT_S3);
    return {
      bucket,
      prefix: (place ?? '')
        .split('/')
        .filter(Boolean)
        .map((folder) => `${folder}/`)
        .join(''),
      endpoint,
      region,
    };
  });

/**
 * Entries separated by commas.
 * @param read an entry, trimmed. @returns undefined for an invalid entry: `defect` has the reason.
 */
export function listOf<Entry extends string | object>(
  read: (entry: string) => Entry | undefined,
  defect: (entry: string) => string,
) {
  return z.string().transform((text, context) => {
    const entries = text.split(',').map((entry) => entry.trim());
    return entries.filter(Boolean).flatMap((entry) => {
      const value = read(entry);
      if (value === undefined) context.addIssue({ code: 'custom', message: defect(entry) });
      return value === undefined ? [] : [value];
    });
  });
}

/** Headers: `authorization=Bearer%20x,tenant=site`. A defect does not repeat the entry: it may hold a secret. */
export const headerList = listOf(
  (entry) => {
    const [, name, text] = /^([^=]*)=(.*)$/s.exec(entry) ?? [];
    const value = decoded(text?.trim());
    if (value === undefined || !HEADER_NAME.test(name!.trim())) return undefined;
    return { [name!.trim().toLowerCase()]: value };
  },
  () => 'must be name=value, separated by commas, in %-encoding',
).transform((headers): Record<string, string> => Object.assign({}, ...headers));

function decoded(text: string | undefined): string | undefined {
  try {
    const value = text && decodeURIComponent(text);
    return value !== undefined && HEADER_VALUE.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Names of machines, as a `Host` header has them, without a port. */
export const hostNames = listOf(
  (entry) => (/^[\w-]+(?:\.[\w-]+)*$/.test(entry) ? entry.toLowerCase() : undefined),
  (entry) => `"${entry}" is not a name such as ops.example.com, without a port`,
);

/** Where releases of an app come from. */
export type ReleaseSource =
  | { app: string; type: 'folder'; folder: string }
  | { app: string; type: 'origin'; url: string };

/** `shell=http://shell:8080,blog=./mfe-blog`; `none` = only releases that are pushed. */
export const releaseSources = z
  .string()
  .transform((text) => (text === 'none' ? '' : text))
  .pipe(
    listOf<ReleaseSource>(
      (entry) => {
        const [, app, place] = /^([a-z][a-z0-9-]{0,30})=(.+)$/.exec(entry) ?? [];
        if (!app || !place) return undefined;
        if (/^https?:\/\//.test(place)) return { app, type: 'origin', url: place };
        return place.includes('://') ? undefined : { app, type: 'folder', folder: place };
      },
      (entry) => `"${entry}" is not app=folder or app=http://origin`,
    ),
  );

/** The names of ranges in the setting, with those of `ipaddr.js`. */
const RANGES = new Map([
  ['loopback', ['loopback']],
  ['linklocal', ['linkLocal']],
  ['uniquelocal', ['private', 'uniqueLocal']],
]);

/**
 * The proxies whose forwarding headers are trusted, as Fastify's option `trustProxy` takes them; false for none.
 * Neither `true` nor a number of hops is possible: both believe a visitor who reaches the gateway directly, and writes
 * the header himself.
 */
export const trustedProxies = z.string().transform((text, context) => {
  if (/^(false|no|0)$/i.test(text)) return false;
  const names = text.split(',').map((part) => part.trim());
  const proxies = names.map((name): ((address: Address) => boolean) | undefined => {
    const ranges = RANGES.get(name);
    if (ranges) return (address) => ranges.includes(address.range());
    const network = parseNetwork(name) ?? wholeAddress(name);
    return network && network[1] > 0 ? (address) => isWithin(address, network) : undefined;
  });
  const wrong = names.find((_, index) => !proxies[index]);
  if (wrong !== undefined) {
    const example = '10.0.0.5, 172.16.0.0/12, loopback, uniquelocal';
    const message = `"${wrong}" is no address; it names proxies by address or network: ${example}`;
    context.addIssue({ code: 'custom', message });
  }
  return (caller: string): boolean => {
    const address = parseAddress(caller);
    return address !== undefined && proxies.some((isProxy) => isProxy?.(address));
  };
});

/** @returns the network of one address. */
function wholeAddress(text: string): Network | undefined {
  const address = parseAddress(text);
  return address && [address, address.toByteArray().length * 8];
}
