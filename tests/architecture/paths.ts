import { importsOf, importTarget, type SourceFile } from './source-files.ts';

/** The files that one kind of request passes, as docs/architecture.md lists them. */
export interface RequestPath {
  /** The heading of the list. */
  heading: string;
  /** Most files. */
  most: number;
  /** The wings of the gateway that have all files, besides the wing `platform`. */
  wings: string[];
  /**
   * Files of these wings that a listed file imports and the list omits, with the reason. Catalogues of errors need
   * none.
   */
  omitted: Record<string, string>;
}

export const REQUEST_PATHS: RequestPath[] = [
  {
    heading: 'The files of an uncached page',
    most: 18,
    wings: ['serving'],
    omitted: {
      'gateway/src/serving/compositions/client-tables.ts': 'computes the tables of a composition once',
      'gateway/src/serving/compositions/servable.ts': 'finds assets, forms and stored releases, not pages',
      'gateway/src/serving/compositions/served-composition.ts': 'is made once for each composition',
      'gateway/src/serving/http/composition-header.ts': 'reads the composition that the request names',
      'gateway/src/serving/http/error-answers.ts': 'answers a page that fails',
      'gateway/src/serving/http/request-state.ts': 'declares the fields of a request',
      'gateway/src/serving/http/routes/previews.ts': 'adds the note to a page of a preview',
      'gateway/src/serving/pages/page-request.ts': 'finds the route of an address',
      'gateway/src/serving/render/call-limits.ts': 'is a table of limits',
      'gateway/src/serving/render/listed-addresses.ts': 'remembers the addresses that routes list',
      'gateway/src/serving/render/listing-limit.ts': 'limits the addresses that routes list',
      'gateway/src/serving/render/markup-reader.ts': 'reads the HTML of short islands',
      'gateway/src/serving/render/open-questions.ts': 'counts the questions of a call, in the process',
      'gateway/src/serving/render/redirecting-pages.ts': 'remembers redirects for the sitemap',
      'gateway/src/serving/render/self-contained.ts': 'checks the HTML of a page',
      'gateway/src/serving/responses/cache-policy.ts': 'is a table of headers',
      'gateway/src/serving/responses/encoded-body.ts': 'compresses a body when it is sent',
      'gateway/src/serving/responses/negotiate.ts': 'reads the encodings that a request accepts',
      'gateway/src/serving/responses/page-bytes.ts': 'joins bytes',
      'gateway/src/serving/responses/page-policy.ts': 'computes a header',
      'gateway/src/serving/responses/security-headers.ts': 'is a table of headers',
      'gateway/src/serving/upstreams/upstream-inputs.ts':
        'compares the inputs of a rendering with the answers of upstreams',
      'gateway/src/serving/upstreams/upstream-questions.ts': 'asks upstreams for a call',
    },
  },
  {
    heading: 'The files of a publish',
    most: 28,
    wings: ['operations', 'releasing'],
    omitted: {
      'gateway/src/releasing/admission/candidate-requests.ts': 'the addresses that check-pages.ts tries',
      'gateway/src/releasing/admission/page-sample.ts': 'the pages of other apps that check-pages.ts tries',
      'gateway/src/releasing/activation/live-releases.ts': 'finds the release of a promote or a rollback',
      'gateway/src/releasing/activation/rollbacks.ts': 'is the other call of the same object',
      'gateway/src/releasing/state/release-store.ts': 'is a part of the store, which gateway.ts opens',
      'gateway/src/releasing/admission/client-scripts.ts': 'is a part of check-client.ts',
      'gateway/src/releasing/admission/client-stylesheets.ts': 'is a part of check-client.ts',
      'gateway/src/releasing/admission/source-parser.ts':
        'is the thread in which check-client.ts reads sources',
      'gateway/src/releasing/admission/places.ts': 'finds the line of the defect of a refused release',
      'gateway/src/releasing/admission/hydration/failure-cause.ts': 'finds the advice for a page that fails',
      'gateway/src/releasing/admission/hydration/child/hydrate-child.ts':
        'runs in the process that hydrator.ts starts',
      'gateway/src/releasing/admission/hydration/child/library-modules.ts':
        'runs in the process that hydrator.ts starts',
    },
  },
  { heading: 'The files of an error report', most: 8, wings: ['observing'], omitted: {} },
];

/**
 * @param document the text of docs/architecture.md. @returns the files under a heading, the file of the route first.
 */
export function listedFiles(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`\n### ${heading}\n`);
  const [list = ''] = section.split(/\n#{2,3} /);
  return [...new Set(Array.from(list.matchAll(/`(gateway\/src\/[\w./-]+\.ts)`/g), ([, file]) => file!))];
}

/**
 * @param listed the files of a path, that of the route first.
 * @param sources all files of the gateway.
 * @returns the defects of the list: a file that the imports of the files before it do not lead to, a file of another
 *   wing, an imported file that the list omits without a reason, an outdated reason, or too many files.
 */
export function pathDefects(
  { most, wings, omitted }: RequestPath,
  listed: readonly string[],
  sources: readonly SourceFile[],
): string[] {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const reached = new Set(listed.slice(0, 1));
  for (const path of reached) {
    const file = byPath.get(path);
    const targets = file ? importsOf(file).map(({ specifier }) => importTarget(file, specifier)) : [];
    for (const target of targets) if (listed.includes(target)) reached.add(target);
  }
  const elsewhere = new RegExp(`^gateway/src/(?!(${wings.join('|')}|platform)/)`);
  const imported = new Set(
    listed.flatMap((path) => {
      const file = byPath.get(path);
      const values = file ? importsOf(file).filter(({ isType }) => !isType) : [];
      return values.map(({ specifier }) => importTarget(file!, specifier));
    }),
  );
  const own = new RegExp(`^gateway/src/(${wings.join('|')})/(?!\\w+-errors\\.ts$)`);
  const unlisted = [...imported].filter((path) => own.test(path) && !listed.includes(path));
  return [
    ...listed.filter((path) => !reached.has(path)).map((path) => `no import leads to ${path}`),
    ...listed.filter((path) => elsewhere.test(path)).map((path) => `${path} is in another wing`),
    ...unlisted
      .filter((path) => !Object.hasOwn(omitted, path))
      .map((path) => `${path} is omitted without a reason`),
    ...Object.keys(omitted)
      .filter((path) => !unlisted.includes(path))
      .map((path) => `no listed file imports ${path}`),
    ...(listed.length > most ? [`${listed.length} files, ${most} are allowed`] : []),
  ];
}
