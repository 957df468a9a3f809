import { literalPattern } from '../../contract/literal-pattern.ts';

/** A pattern of react-router: `/blog/:slug`, `/files/*`, `/:locale?/about`. */
export interface PathPattern<Pattern extends string = string> {
  path: Pattern;
  caseSensitive?: boolean;
  /** Whether the pattern has to match the whole path. Default true. */
  end?: boolean;
}

export type Params<Key extends string = string> = { readonly [Name in Key]: string | undefined };

export interface PathMatch<Key extends string = string> {
  params: Params<Key>;
  pathname: string;
  /** The matched path without the part of `*`. */
  pathnameBase: string;
  pattern: PathPattern;
}

/** @returns how the path matches the pattern, or null. The path is decoded, except `%2F`. */
export function matchPath<Key extends string = string>(
  pattern: PathPattern | string,
  pathname: string,
): PathMatch<Key> | null {
  const asked: PathPattern = typeof pattern === 'string' ? { path: pattern } : pattern;
  const { expression, names } = compile(asked);
  const found = expression.exec(pathname);
  if (!found) return null;
  const values = Object.fromEntries(
    names.map((name, i) => [name, (found[i + 2] ?? (name === '*' ? '' : undefined))?.replaceAll('%2F', '/')]),
  );
  const rest = values['*'];
  const whole = found[0];
  const base =
    rest === undefined ? found[1]! : whole.slice(0, whole.length - (found[found.length - 1] ?? '').length);
  return {
    params: values as Params<Key>,
    pathname: whole,
    pathnameBase: base.replace(/(.)\/+$/, '$1'),
    pattern: asked,
  };
}

function compile({ path, caseSensitive = false, end = true }: PathPattern) {
  const names: string[] = [];
  const segments = path.replace(/^\/*/, '').replace(/\/+$/, '').split('/');
  const parts = segments.filter((one) => one !== '');
  let source = parts.length === 0 || parts[0] === '*' ? '/' : '';
  let rest = end ? '/*$' : source === '/' ? '' : '(?=/|$)';
  for (const part of parts) {
    const [, name, optional] = /^:([\w-]+)(\?)?$/.exec(part) ?? [];
    if (name !== undefined) {
      names.push(name);
      source += optional ? '(?:/([^/]+))?' : '/([^/]+)';
    } else if (part === '*') {
      names.push('*');
      rest = source === '/' ? '(.*)$' : '(?:/(.+)|/*)$';
      break;
    } else if (part.endsWith('?')) source += `(?:/${literalPattern(part.slice(0, -1))})?`;
    else source += `/${literalPattern(part)}`;
  }
  return { expression: new RegExp(`^(${source})${rest}`, caseSensitive ? '' : 'i'), names };
}

/**
 * @returns the path of a pattern with its parameters, encoded.
 * @throws Error for a missing parameter
 */
export function generatePath(
  pattern: string,
  params: Record<string, string | null | undefined> = {},
): string {
  const segments = pattern.split('/').map((segment) => {
    if (segment === '*') return params['*'] ?? '';
    const [, name, optional] = /^:([\w-]+)(\?)?$/.exec(segment) ?? [];
    if (name === undefined) return segment.replace(/\?$/, '');
    const value = params[name];
    if (value === undefined || value === null) {
      if (optional) return '';
      throw new Error(`Missing ":${name}" param`);
    }
    return encodeURIComponent(value);
  });
  const path = segments.filter((segment) => segment !== '').join('/');
  return pattern.startsWith('/') ? `/${path}` : path;
}
