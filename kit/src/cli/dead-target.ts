import { closest } from '../contract/closest.ts';

/**
 * A literal, or a template with values, that is no target of the site, in an error of TypeScript: the union of its
 * targets is long. Each union has the links within a page.
 */
const DEAD =
  /^TS(?:2322|2345|2820): (?:Type|Argument of type) '(?:"([^"]*)"|`([^`]*)`)' is not assignable to (?:type|parameter of type) '(?:SiteTarget'|[^']*`#\$\{string\}` \|)/;
/** The type of pages in the file of `mfe sync`. */
const PAGES = /^ {4}page:([^;]*);/m;
const LITERAL = /'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

/**
 * @param message of TypeScript: `TS2322: Type '"/abuot"' is not assignable to type '…'.`
 * @param siteTypes text of the app's `mfe-env.d.ts`
 * @returns the message for a link to a page that the site does not have, with the nearest page; any other message
 *   unchanged
 */
export function plainTarget(message: string, siteTypes: string | undefined): string {
  const [, literal, target = literal] = DEAD.exec(message) ?? [];
  if (target === undefined || siteTypes === undefined) return message;
  const [path = ''] = target.split(/[?#]/, 1);
  const nearest = closest(path, pagesLike(path, siteTypes));
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return (
    `${message.slice(0, message.indexOf(':'))}: The site has no page "${path}".${hint} ` +
    'When its team has published it since, run mfe sync'
  );
}

/** @returns the pages of the site; a parameter has the text that the path has in its place. */
function pagesLike(path: string, siteTypes: string): string[] {
  const given = path.split('/');
  const [, pages = ''] = PAGES.exec(siteTypes) ?? [];
  return [...pages.matchAll(LITERAL)].map(([, plain, pattern = '']) =>
    plain !== undefined
      ? plain
      : pattern
          .split('/')
          .map((segment, index) => (segment.includes('${string}') ? (given[index] ?? segment) : segment))
          .join('/'),
  );
}
