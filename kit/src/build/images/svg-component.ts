/** `<svg …>`: the tag, its attributes; the quotes may contain `>`. */
const ROOT = /<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const COMMENTS = /<!--[^]*?-->|<\?[^]*?\?>|<metadata\b[^]*?<\/metadata>/g;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Namespaces of HTML documents; those of drawing programs are left out. */
const NAMESPACES = new Set(['xlink', 'xml']);

/**
 * A module whose default export is a component: the drawing as an `<svg>` with the given props, which replace
 * attributes of the same names.
 * @param name for messages. @param text of the file
 * @returns JavaScript
 * @throws an error with the defect of the drawing
 */
export function svgComponent(name: string, text: string): string {
  const drawing = text.replace(COMMENTS, '');
  if (drawing.includes('<!ENTITY'))
    throw new Error(`${name} declares entities, which HTML does not have: save it as plain SVG`);
  const [tag, attributes, isEmpty] = ROOT.exec(drawing) ?? [];
  const end = drawing.lastIndexOf('</svg>');
  if (tag === undefined || (isEmpty === '' && end < 0)) throw new Error(`${name} is no SVG drawing`);
  const start = drawing.indexOf(tag) + tag.length;
  const inner = isEmpty === '' ? drawing.slice(start, end).trim() : '';
  const props = JSON.stringify(propsOf(attributes!)).slice(1, -1);
  const content = `dangerouslySetInnerHTML: { __html: ${JSON.stringify(inner)} }`;
  return (
    `import { jsx } from 'react/jsx-runtime';\n` +
    `export default (props) => jsx('svg', { ${props}${props && ', '}...props, children: undefined, ${content} });\n`
  );
}

function propsOf(attributes: string): Record<string, string | Record<string, string>> {
  const props: Record<string, string | Record<string, string>> = {};
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const [prefix] = name.split(':');
    if (name === 'xmlns' || (prefix !== name && !NAMESPACES.has(prefix!))) continue;
    const value = decoded(double ?? single ?? '');
    if (name === 'style') props['style'] = stylesOf(value);
    else props[propOf(name)] = value;
  }
  return props;
}

/** @returns the name that React has for an attribute: `stroke-width` → `strokeWidth`. */
function propOf(name: string): string {
  if (name === 'class') return 'className';
  if (/^(?:data|aria)-/.test(name)) return name;
  return camelCase(name);
}

function stylesOf(text: string): Record<string, string> {
  const declarations = text.split(/;(?![^(]*\))/).flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const property = declaration.slice(0, colon).trim();
    return [
      [property.startsWith('--') ? property : camelCase(property), declaration.slice(colon + 1).trim()],
    ];
  });
  return Object.fromEntries(declarations) as Record<string, string>;
}

function camelCase(name: string): string {
  return name.replaceAll(/[-:]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
