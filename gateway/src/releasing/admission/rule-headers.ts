/** Headers that rules may set. Everything else is decided for the whole site. */
const ALLOWED: Record<string, (value: string) => boolean> = {
  'cache-control': () => true,
  'content-language': () => true,
  link: isOwnLink,
  'x-robots-tag': () => true,
};

/** No site has it: what it resolves to another origin is not on the site's own. */
const ANY_ORIGIN = 'https://site.invalid';
const MAX_LINKS = 50;

/**
 * @param name in any case.
 * @returns whether a rule may set the header to this value: links lead to addresses of the site itself only, named
 *   by their path.
 */
export function isRuleHeader(name: string, value: string): boolean {
  const key = name.toLowerCase();
  return Object.hasOwn(ALLOWED, key) && ALLOWED[key]!(value);
}

/** RFC 8288: `<target>; parameter="value", <target>`. Only a form that every reader takes for the same is let through. */
function isOwnLink(value: string): boolean {
  const links = value.split(',');
  return links.length <= MAX_LINKS && links.every(isOwnTarget);
}

function isOwnTarget(link: string): boolean {
  const [, target] =
    /^\s*<(\/[^<>"\s\\,]*)>(?:\s*;\s*[\w-]+(?:=(?:[\w/+.:-]+|"[\w /+.:-]*"))?)*\s*$/.exec(link) ?? [];
  return target !== undefined && new URL(target, ANY_ORIGIN).origin === ANY_ORIGIN;
}
