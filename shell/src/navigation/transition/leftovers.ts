/** Attributes that the platform sets on `<html>`. */
const OF_PLATFORM = new Set(['lang', 'data-hydrating', 'data-links', 'data-scrolled', 'data-status']);
/** Children of `<body>` that no page added: those that kit/src/contract/page/style-scope.ts names, and scripts. */
const OWN_CHILDREN = '#app, #announcer, script, [class^="shell_"]';
/** Class of the browser's translation, which outlives a page. */
const TRANSLATED = /^translated-/;
/** Stylesheets but those of releases, which apply to nothing but their app, and those of the gateway. */
const STYLESHEETS =
  'style:not([data-href]), style[data-precedence], link[rel="stylesheet"]:not([href^="/assets/"],[href^="/-/"])';

/** What the pages of an app left in the document. */
interface Left {
  children: Element[];
  /** Disabled: a `<style>` that is taken out of the document loses the rules of `insertRule`. */
  sheets: CSSStyleSheet[];
  attributes: { of: Element; name: string; value: string }[];
}

/** What the pages of each app change outside of `<main>`. */
export interface Leftovers {
  /**
   * Call between the last page of an app and the first one of another, when neither is mounted. Takes away what the
   * pages of `from` left in the document: children of `<body>`; attributes of `<html>`, `<body>` and `#app` (colour
   * schemes, locks of scrolling, `inert`); stylesheets. Puts back what those of `to` left earlier, because a library
   * makes its container and its stylesheet once.
   * @param from name of an app; undefined: an error screen
   * @param to the same
   */
  exchange(from: string | undefined, to: string | undefined): void;
}

export function createLeftovers(document: Document): Leftovers {
  const apps = new Map<string, Left>();

  function take(): Left {
    const children = [...document.body.children].filter((child) => !child.matches(OWN_CHILDREN));
    const made = [...document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>(STYLESHEETS)];
    const sheets = [...made.map(({ sheet }) => sheet), ...document.adoptedStyleSheets].filter(
      (sheet) => sheet?.disabled === false,
    ) as CSSStyleSheet[];
    const { documentElement, body } = document;
    const attributes = [documentElement, body, document.getElementById('app')].flatMap(takeAttributes);
    for (const child of children) child.remove();
    for (const sheet of sheets) sheet.disabled = true;
    return { children, sheets, attributes };
  }

  function put({ children, sheets, attributes }: Left): void {
    for (const { of, name, value } of attributes) of.setAttribute(name, value);
    for (const sheet of sheets) sheet.disabled = false;
    document.body.append(...children);
  }

  return {
    exchange(from, to) {
      const left = take();
      if (from !== undefined) apps.set(from, left);
      const earlier = to !== undefined && apps.get(to);
      if (earlier) put(earlier);
    },
  };
}

function takeAttributes(of: Element | null): Left['attributes'] {
  const names = of?.getAttributeNames().filter((name) => name !== 'id' && !OF_PLATFORM.has(name)) ?? [];
  return names.map((name) => {
    const value = of!.getAttribute(name)!;
    const words = name === 'class' ? value.split(/\s+/) : [];
    const kept = words.filter((word) => TRANSLATED.test(word)).join(' ');
    if (kept) of!.setAttribute(name, kept);
    else of!.removeAttribute(name);
    return { of: of!, name, value };
  });
}
