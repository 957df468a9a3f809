import { INTERACTIVE_ATTRIBUTE } from '@voltframe/kit/contract/page/island';
import { observeNodes } from '@voltframe/kit/react/refusable';

/** Under this name React keeps its record of an element in the element; it has no public one. */
const FIBER = '__reactFiber$';

interface Fiber {
  return: Fiber | null;
  /** Of the root: its container. */
  stateNode: { containerInfo?: Element } | null;
}

/**
 * What an interactive island appends to `<body>` (dialogs, menus, toasts) becomes a root of the scope of its app, and
 * leaves that of the page (kit/src/contract/page/style-scope.ts). A container that a library appends belongs to the
 * island that rendered last in it.
 */
export function ownPortals({ body }: Document): void {
  const observer = observeNodes((records) => {
    for (const { target, addedNodes } of records)
      for (const added of addedNodes) if (added instanceof Element) own(target, added);
  });

  function own(target: Node, added: Element): void {
    const child = target === body ? added : (target as Element);
    const root = rootOf(added);
    if (!root) {
      // A library renders in its container later.
      if (target === body) observer?.observe(child, { childList: true });
      return;
    }
    const app = root.getAttribute(INTERACTIVE_ATTRIBUTE);
    if (app) child.setAttribute(INTERACTIVE_ATTRIBUTE, app);
    else child.removeAttribute(INTERACTIVE_ATTRIBUTE);
    if (target === body && !fiberOf(child)) observer?.observe(child, { childList: true });
  }

  observer?.observe(body, { childList: true });
}

/** @returns the container of the React root that rendered an element or the first one in it. */
function rootOf(element: Element): Element | undefined {
  const rendered = [element, ...element.querySelectorAll('*')].find(fiberOf);
  let fiber = rendered && fiberOf(rendered);
  while (fiber?.return) fiber = fiber.return;
  return fiber?.stateNode?.containerInfo;
}

function fiberOf(element: Element): Fiber | undefined {
  const key = Object.keys(element).find((name) => name.startsWith(FIBER));
  return key === undefined ? undefined : (element as unknown as Record<string, Fiber>)[key];
}
