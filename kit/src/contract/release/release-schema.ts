import { z } from 'zod';
import { formDeclarations } from '../forms/form-declaration.ts';
import {
  FOREIGN_DIRECTIVES,
  isForeignSource,
  MOST_SOURCES,
  PAGE_SOURCES,
} from '../routing/foreign-sources.ts';
import { ISLAND_NAME } from '../page/island.ts';
import { isObjectSchema, type ObjectSchema } from '../page/value-schema.ts';
import { openPrefixes, patternIssue, type PatternKind } from '../routing/url-pattern.ts';
import { budgetSchema } from './budget.ts';
import { FILE_TYPE_NAMES } from '../file-types.ts';
import { APP_NAME, isFields, isSafeFilePath } from '../names.ts';
import { REDIRECT_STATUSES } from '../routing/route-rules.ts';
import { findExchange, PERSONAL_LIMITS, PERSONAL_METHODS } from './personal.ts';
import { UPSTREAM_LIMITS, UPSTREAM_NAME, upstreamPatternIssue } from './upstreams.ts';

/**
 * One immutable build of one app, named by its digest. `mfe build` writes it and every other part reads it.
 * A release is a folder: `release.json` (this), `client/`, `server/`, `data/`, `maps/`.
 */
export type Release = z.infer<typeof releaseSchema>;

export interface ReleaseIssue {
  /** Where in release.json: `routes.0.path`. */
  path: string;
  reason: string;
}

/** Most kept segments: old addresses are kept for a while. */
const MAX_KEPT = 20;
/** Most foreign sources of one page or island, and of an app. Pages of other apps contain them, too. */
const MAX_FILES = 50;
/** Most shared libraries of an app: each is a request. */
export const MOST_LIBRARIES = 20;
/** As code imports it: `@acme/ui`, `lodash/debounce`. */
export const LIBRARY_NAME =
  /^(?:@[a-z0-9~][\w.~-]{0,99}\/)?[a-z0-9~][\w.~-]{0,99}(?:\/[\w.~-]{1,100}){0,5}$/i;
/** Most files of a release, the same as of a pack. */
const MOST_FILES = 30_000;
/** Most invalid files of a manifest that are reported. */
const MOST_DEFECTS = 100;
const MAX_GUARDS = 100;
/** Of an address, in characters. */
const LONGEST_PATTERN = 2_048;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'not a sha-256 in lower-case hexadecimal');
const NO_FILE = 'not a safe path below client/, server/, data/ or maps/';
const file = z.string().refine(isSafeFilePath, NO_FILE);
const fewFiles = z.array(file).max(MAX_FILES);
const name = z.string().regex(/^[a-zA-Z][\w.-]{0,63}$/, 'not a name');
const expose = z.string().regex(/^\.\/[\w-][\w./-]{0,119}$/, 'not an expose (./name)');
/** Each one is a place at which every path of the app may have to be compared. */
const MOST_OPEN_PREFIXES = 1_000;

/** @returns the schema of a pattern of this kind. */
export const patternText = (kind: PatternKind) =>
  z
    .string()
    .max(LONGEST_PATTERN, { abort: true })
    .superRefine((pattern, context) => {
      const reason = patternIssue(kind, pattern);
      if (reason !== undefined)
        context.addIssue({ code: 'custom', message: `not the pattern of a ${kind}: ${reason}` });
    });
const upstreamPath = z.string().superRefine((pattern, context) => {
  const reason = upstreamPatternIssue(pattern);
  if (reason !== undefined)
    context.addIssue({ code: 'custom', message: `not a path of an upstream: ${reason}` });
});
/** Backends that an app asks by GET. */
export const upstreams = z
  .record(
    z.string().regex(UPSTREAM_NAME, 'not the name of an upstream'),
    z.strictObject({
      /**
       * `/posts/7`, with `*` for one segment and, at the end, `**` for any number: `/posts/**` is `/posts` too. As
       * backends spell them, capitals and all.
       */
      paths: z.array(upstreamPath).min(1).max(UPSTREAM_LIMITS.paths),
    }),
  )
  .refine((named) => Object.keys(named).length <= UPSTREAM_LIMITS.upstreams, 'too many upstreams');
const MOST_FILE_MB = 100;
const fileRule = z.strictObject({
  types: z.array(z.enum(FILE_TYPE_NAMES)).min(1).max(FILE_TYPE_NAMES.length),
  maxMB: z.number().positive().max(MOST_FILE_MB),
});
/** A path that takes or answers more than JSON (`PersonalExchange`). */
const personalExchange = z.strictObject({
  path: upstreamPath,
  body: z.union([z.literal('form'), fileRule]).exactOptional(),
  answer: z.union([z.literal('events'), fileRule]).exactOptional(),
});
/** Personal data that its pages may request from a backend. The browser requests it after hydration. */
export const personal = z
  .record(
    z.string().regex(UPSTREAM_NAME, 'not a name of personal data'),
    z.strictObject({
      /** As those of an upstream: `/me`, `/me/orders/*`. */
      paths: z
        .array(z.union([upstreamPath, personalExchange]))
        .min(1)
        .max(PERSONAL_LIMITS.paths),
      methods: z.array(z.enum(PERSONAL_METHODS)).min(1).max(PERSONAL_METHODS.length),
      /** Id of a route without parameters: unknown visitors of a route that `requires` this are redirected to it. */
      signIn: name.exactOptional(),
      /** Path → a sample answer, in JSON. Admission hydrates pages with it. */
      samples: z
        .record(z.string(), z.custom<unknown>(isSmallJson, 'not JSON, or too large for a sample'))
        .exactOptional(),
    }),
  )
  .refine(
    (named) =>
      Object.values(named).every(({ paths, samples = {} }) => {
        const sampled = Object.keys(samples);
        return sampled.length <= PERSONAL_LIMITS.paths && sampled.every((one) => findExchange(paths, one));
      }),
    'a sample of a path that is not declared, or too many samples',
  )
  .refine((named) => Object.keys(named).length <= PERSONAL_LIMITS.names, 'too many names of personal data');
/** Limits the nesting by the number of brackets. */
function isSmallJson(value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    return text.length <= PERSONAL_LIMITS.characters && text.split(/[[{]/).length <= PERSONAL_LIMITS.parts;
  } catch {
    return false;
  }
}
const bytes = z.int().min(0);
const fileEntry = z.strictObject({ sha256, bytes });
/** Checked one after the other up to the first defects, because a pack may name 30,000 invalid files. */
const fileRecord = z
  .custom<Record<string, z.infer<typeof fileEntry>>>(isFields, 'not an object')
  .superRefine((all, context) => {
    const paths = Object.keys(all);
    const add = (message: string, ...at: PropertyKey[]) =>
      context.addIssue({ code: 'custom', message, path: at });
    if (paths.length > MOST_FILES) return add(`more than ${MOST_FILES} files`);
    let defects = 0;
    for (const path of paths) {
      if (defects >= MOST_DEFECTS) return;
      const isName = isSafeFilePath(path);
      const { error } = fileEntry.safeParse(all[path]);
      if (!isName) add(NO_FILE, path);
      for (const defect of error?.issues ?? []) add(defect.message, path, ...defect.path);
      if (!isName || error) defects++;
    }
  });
const text = z.string().max(2048);
const version = z.string().min(1).max(100);

const placeName = z.string().regex(APP_NAME, 'not the name of a place');
const placeList = z
  .array(
    z.strictObject({
      /** Unique in the site. */
      place: placeName,
      /**
       * The app that fills it, `*` for any. Without that app, or when it leaves the place empty, the link is left out.
       */
      app: z.union([z.literal('*'), z.string().regex(APP_NAME)], 'not an app name'),
    }),
  )
  .max(20);
const placeLink = z.strictObject({
  /** Id of a route of the app, one without parameters: the link moves with it. */
  route: name,
  label: z
    .string()
    .max(100)
    .regex(/^\S(?:[^\p{Cc}\p{Cf}]*\S)?$/u, 'not a label'),
});

const guardNames = z.array(name).max(MAX_GUARDS);
const guardRecord = <Value extends z.ZodType>(value: Value) =>
  z.record(name, value).refine((guards) => Object.keys(guards).length <= MAX_GUARDS, 'too many guards');

const redirectTo = z.strictObject({
  to: text,
  status: z
    .int()
    .refine((status) => REDIRECT_STATUSES.has(status), 'not a status of a redirect')
    .exactOptional(),
});
/** See `RouteRule`. */
const ruleSchema = z.strictObject({
  redirect: z.union([text, redirectTo]).exactOptional(),
  headers: z
    .record(
      z.string().regex(/^[!#$%&'*+.^`|~\w-]+$/, 'not a header name'),
      text.regex(/^[\t\u0020-\u007E\u0080-\u00FF]*$/, 'not a header value'),
    )
    .exactOptional(),
  prerender: z.boolean().exactOptional(),
  cache: z.union([z.literal(false), z.strictObject({ maxAge: bytes })]).exactOptional(),
  guards: z.union([guardNames, guardRecord(z.boolean())]).exactOptional(),
});

/** Sample values of one query parameter. */
export const sampleValues = z.array(z.string().min(1).max(64)).max(10);

/** Fonts of an app, and of each: bytes as it is sent and of its source, characters that are named. */
export const FONT_LIMITS = { faces: 4, bytes: 50_000, source: 5_000_000, characters: 5_000 } as const;

const parameter = z.string().regex(/^[\w.-]{1,64}$/, 'not a query parameter');
export const resourceQuery = z.array(parameter).min(1).max(20);

/** See `ForeignSources`. */
export const csp = z
  .partialRecord(z.enum(FOREIGN_DIRECTIVES), z.array(z.string()).max(MOST_SOURCES), {
    error: ({ code }: { code?: string }) =>
      code === 'unrecognized_keys'
        ? `only ${FOREIGN_DIRECTIVES.join(', ')} can be opened to other sites`
        : undefined,
  })
  .superRefine((sources, { addIssue }) => {
    for (const [directive, named] of Object.entries(sources))
      for (const [index, source] of named.entries())
        if (!isForeignSource(directive, source))
          addIssue({ code: 'custom', path: [directive, index], message: sourceIssue(directive) });
  });

function sourceIssue(directive: string): string {
  if (directive === 'worker-src') return 'not blob:';
  return ['not an origin (https://images.example)', ...(PAGE_SOURCES[directive] ?? [])].join(' or ');
}

/** Foreign scripts would run in pages of other apps. */
export const islandCsp = csp.refine(
  (sources) => sources['script-src'] === undefined,
  'an island cannot open script-src: declare it for a page',
);

/** Whether a page or an island makes stylesheets while it renders: see `MfeRoute.styles`. */
export const styles = z.literal('runtime', "only 'runtime' can be declared");

/**
 * Whether the stylesheets of a page or an island select more than classes of the app: they apply inside of an element
 * with the app's name (`contract/page/style-scope.ts`).
 */
const scoped = z.literal(true);

const routeSchema = z.strictObject({
  /** Stable and unique in the site: `blog.post`. */
  id: name,
  /** Pattern: `/blog/:slug`. Static segments and `:name` parameters only. */
  path: patternText('route'),
  /** The expose that holds the page's component. */
  expose,
  /** Files of `client/` that the page needs besides the app's entry. */
  js: fewFiles,
  css: fewFiles,
  /** Fonts of the app that its documents preload. */
  fonts: z.array(file).max(FONT_LIMITS.faces).exactOptional(),
  /** Prerendered and cached. `false`: rendered per request, never cached. */
  prerender: z.boolean(),
  /** Query parameters that the page's HTML depends on; all others are ignored by its cache key. */
  query: z.array(parameter),
  /** Query parameter → sample values; admission tries each, and an unexpected one. */
  samples: z.record(parameter, sampleValues).exactOptional(),
  /** Those parameters whose change loads the data of the page again: its loader reads them. */
  loads: z.array(parameter).exactOptional(),
  /** Named guards, in order. A guarded page is never prerendered. */
  guards: guardNames,
  /** The name of `personal` without which browsers redirect to a sign-in. The page is not in the sitemap. */
  requires: z.string().regex(UPSTREAM_NAME, 'not a name of personal data').exactOptional(),
  /** The budgets of its pages. */
  budget: budgetSchema,
  /** Its foreign sources. */
  csp: csp.exactOptional(),
  styles: styles.exactOptional(),
  scoped: scoped.exactOptional(),
});

/**
 * The fields of a release, each by itself: unknown fields and unsafe file names are refused. `release-json.ts` compares
 * fields with each other.
 */
export const releaseSchema = z.strictObject({
  schema: z.literal(1),
  /** Version of the contract between kit and gateway that it was built for. */
  contract: z.int('not a version of the contract').min(1),
  /** Name of the app. */
  app: z.string().regex(APP_NAME, 'not an app name'),
  kind: z.enum(['shell', 'remote']),
  /** Built for a team's own machine: neither minified nor measured. Only development gateways accept it. */
  development: z.literal(true).exactOptional(),
  /** sha-256 (hex) of the canonical JSON of every other field: the same sources give the same digest. */
  digest: sha256,
  /**
   * Every file of the release by its path, `client/main.3f2a….js`, with its size in bytes. No other file is ever
   * read.
   */
  files: fileRecord,
  /** The CommonJS bundle that the render process evaluates: `server/server.cjs`. */
  server: file,
  client: z.strictObject({
    /** Shell: the module that hydrates. Remote: the Module Federation container (ESM, `init`/`get`). */
    entry: file,
    /** Modules that the entry imports at once: documents name them beside it, so that none waits for another. */
    js: z.array(file).exactOptional(),
    /** Shell only: the script that the gateway inlines into each document. */
    bootstrap: file.exactOptional(),
    /** Stylesheets that every document (shell) or every page of the remote needs, in order. */
    css: z.array(file),
    /** Shell only: fonts to preload. */
    fonts: z.array(file).exactOptional(),
  }),
  routes: z.array(routeSchema).max(500),
  /**
   * Modules of the shared scope: those that this release provides (shell) with versions, and those that it requires
   * with ranges.
   */
  shared: z.strictObject({ provides: z.record(text, version), requires: z.record(text, version) }),
  /**
   * Libraries that it shares with apps whose file is the same: name → version of the package, for people, and the
   * file with its modules.
   */
  libraries: z
    .record(
      z.string().regex(LIBRARY_NAME, 'not a module of a package'),
      z.strictObject({ version: version.exactOptional(), file }),
    )
    .refine((named) => Object.keys(named).length <= MOST_LIBRARIES, `more than ${MOST_LIBRARIES} libraries`)
    .exactOptional(),
  /** Module Federation exposes: `./pages/home` → the files to load besides the container. */
  exposes: z.record(expose, z.strictObject({ js: z.array(file), css: z.array(file) })),
  /** Named guards → the expose that holds each; the shell's global guards, in order. */
  guards: z.strictObject({ named: guardRecord(expose), global: guardNames }),
  /** Islands by name, with the stylesheets that each needs, and its props, where its team declares them. */
  islands: z.record(
    z.string().regex(ISLAND_NAME, 'not an island name').max(64),
    z.strictObject({
      css: fewFiles,
      props: z
        .custom<ObjectSchema>(isObjectSchema, 'not the type of an object, or too large')
        .exactOptional(),
      csp: islandCsp.exactOptional(),
      styles: styles.exactOptional(),
      scoped: scoped.exactOptional(),
    }),
  ),
  /** Paths that answer with something else than a page: `/blog/feed.xml`. */
  resources: z.array(patternText('resource')).max(100).exactOptional(),
  /** The query parameters that they read: address → names. */
  resourceQueries: z.record(patternText('resource'), resourceQuery).exactOptional(),
  /** Those of them that are files: address → path in the release. */
  public: z.record(patternText('resource'), file).exactOptional(),
  /** The upstreams of its loaders with their paths. */
  upstreams: upstreams.exactOptional(),
  /** What its pages ask about one visitor. */
  personal: personal.exactOptional(),
  /** Shell only: the places of its header and footer, in order. Absent for none. */
  places: z.strictObject({ header: placeList, footer: placeList }).exactOptional(),
  /** Place → the app's link in it. */
  navigation: z
    .record(placeName, placeLink)
    .refine((links) => Object.keys(links).length <= 20, 'more than 20 links')
    .exactOptional(),
  /** Route rules for the app's own paths. */
  rules: z
    .record(patternText('rule'), ruleSchema)
    .refine((rules) => Object.keys(rules).length <= 500, 'more than 500 rules')
    .refine(
      (rules) => openPrefixes(Object.keys(rules)) <= MOST_OPEN_PREFIXES,
      `more than ${MOST_OPEN_PREFIXES} beginnings of patterns that end in :name or *`,
    ),
  /** First segments that belong to the app although it answers no page there: `/blog`. */
  keeps: z.array(patternText('segment')).max(MAX_KEPT).exactOptional(),
  /** Texts that look like secrets and are none: the sha-256 of each, and the reason. */
  notSecret: z
    .array(z.strictObject({ sha256, reason: z.string().min(10).max(300) }))
    .max(50)
    .exactOptional(),
  /** Forms whose posts the gateway takes for the app. */
  forms: formDeclarations,
});

/** @returns the defects, each with its path: `routes.0.path`. */
export function issuesOf({ issues }: z.ZodError): ReleaseIssue[] {
  return issues.map((defect) => {
    // Of a key, zod says by itself only that it is not valid.
    const reason = (defect.code === 'invalid_key' && defect.issues[0]?.message) || defect.message;
    return { path: defect.path.join('.'), reason };
  });
}
