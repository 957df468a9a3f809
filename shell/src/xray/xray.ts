import { ageText } from '@voltframe/kit/contract/operations/site-status';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { parseIslandKey } from '@voltframe/kit/contract/page/island';
import { type AppFigures, FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import styles from './xray.module.css';

/** Outlines the parts of the page and names the release that rendered each part. */
export interface Xray {
  /** @param button `data-xray` names an app, or is empty for all. Pressed again it ends. */
  toggle(button: HTMLElement): void;
  /** Shows an app while its row is hovered or focused. @param row `data-release` names an app; null: no row. */
  point(row: HTMLElement | null): void;
}

interface XrayOptions {
  window: Window;
  /** Id of the page's composition. */
  composition: string;
  /** @returns the app of the page that is shown. */
  pageApp(): string;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now(): number;
}

/** Selectors of the shell's parts; the page of an app is `main`. */
const FRAME = '#app > header, #app > footer';
const MAIN = '#app > main';
const NOT_THERE = 'The figures of the releases cannot be had just now.';
const MOVED_ON = 'The site has changed since this page was loaded: the figures are of the releases of now.';

interface Part {
  app: string;
  element: Element;
}

interface Shown {
  /** Undefined: all apps. */
  app: string | undefined;
  /** The pressed button; undefined: a row is hovered or focused. */
  button: HTMLElement | undefined;
  /** Whether the panel is at the top, so that it does not cover the hovered row. */
  above: boolean;
}

export function createXray({ window, composition, pageApp, fetch, now }: XrayOptions): Xray {
  const { document } = window;
  const layer = make('div', styles['layer']);
  layer.ariaHidden = 'true';
  const panel = make('section', styles['panel']);
  panel.setAttribute('aria-label', 'X-ray of this page');
  let figures: SiteFigures | undefined;
  let shown: Shown | undefined;

  function make<Name extends 'div' | 'section' | 'p' | 'ul' | 'li' | 'button' | 'strong' | 'span'>(
    name: Name,
    className = '',
    text = '',
  ): HTMLElementTagNameMap[Name] {
    return Object.assign(document.createElement(name), { className, textContent: text });
  }

  const parts = (): Part[] => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const islands = all('[data-island]').map((element) => {
      const key = element.getAttribute('data-island')!;
      const name = parseIslandKey(key)?.name ?? key;
      const owner = figures?.apps.find((release) => release.islands.includes(name));
      return { app: owner?.app ?? '', element };
    });
    return [
      ...all(FRAME).map((element) => ({ app: SHELL, element })),
      ...all(MAIN).map((element) => ({ app: pageApp(), element })),
      // The figures contain the app of each island.
      ...islands.filter(({ app }) => app !== ''),
    ];
  };

  /** Draws a box over each part, again in each frame, so that the box follows its part. */
  function draw(): void {
    if (!shown) return;
    const { app } = shown;
    const drawn = parts().filter((part) => app === undefined || part.app === app);
    while (layer.children.length > drawn.length) layer.lastElementChild!.remove();
    const origin = document.body.getBoundingClientRect();
    drawn.forEach((part, index) => {
      const box =
        (layer.children[index] as HTMLElement | undefined) ?? layer.appendChild(make('div', styles['box']));
      const { left, top, width, height } = part.element.getBoundingClientRect();
      const isFixed = part.element.matches('[data-header]');
      const [x, y] = isFixed ? [left, top] : [left - origin.left, top - origin.top];
      const place = `${isFixed ? 'fixed' : 'absolute'} ${x} ${y} ${width} ${height} ${part.app}`;
      if (box.dataset['place'] === place) return;
      Object.assign(box.dataset, { place, app: part.app, kind: String(order().indexOf(part.app) % 4) });
      Object.assign(box.style, {
        position: isFixed ? 'fixed' : 'absolute',
        left: `${x}px`,
        top: `${y}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
      box.toggleAttribute('data-inner', part.element.matches('[data-island]'));
      box.replaceChildren(make('span', '', part.app));
    });
    window.requestAnimationFrame(draw);
  }

  /** The apps with a part on this page. */
  const order = (): string[] => {
    const apps = [...new Set(parts().map(({ app }) => app))];
    return apps.sort((a, b) => Number(b === SHELL) - Number(a === SHELL) || (a < b ? -1 : 1));
  };

  function fill(): void {
    if (!shown) return;
    const { app, button } = shown;
    panel.toggleAttribute('data-above', shown.above);
    panel.toggleAttribute('data-passing', !button);
    const named = app === undefined ? order() : [app];
    const rows = named.map((name) => {
      const release = figures?.apps.find((one) => one.app === name);
      const row = make('li');
      row.dataset['kind'] = String(Math.max(0, order().indexOf(name)) % 4);
      row.append(
        make('strong', '', name),
        ...(release ? wordsOf(release, now()) : []).map((text) => make('span', '', text)),
      );
      return row;
    });
    const list = make('ul');
    list.append(...rows);
    const told = make('p', styles['told'], noteOf(named));
    told.setAttribute('role', 'status');
    panel.replaceChildren(told, list);
    if (!button) return;
    const end = make('button', styles['end'], 'End X-ray (Esc)');
    end.type = 'button';
    end.addEventListener('click', stop);
    panel.append(end);
    document.body.style.paddingBottom = `${panel.offsetHeight}px`;
    document.documentElement.style.scrollPaddingBottom = `${panel.offsetHeight}px`;
  }

  function noteOf(named: string[]): string {
    if (figures === undefined) return NOT_THERE;
    if (figures.composition !== composition) return MOVED_ON;
    const parted = named.filter((app) => parts().some((part) => part.app === app));
    if (parted.length === 0) return `${named.join()} rendered nothing on this page.`;
    const many = named.length === 1 ? 'This release' : `${named.length} releases`;
    return `${many} rendered what is outlined.`;
  }

  function stop(): void {
    const button = shown?.button;
    const focused = panel.contains(document.activeElement);
    shown = undefined;
    button?.setAttribute('aria-pressed', 'false');
    layer.remove();
    panel.remove();
    document.body.style.paddingBottom = '';
    document.documentElement.style.scrollPaddingBottom = '';
    document.removeEventListener('keydown', onKey);
    if (focused) button?.focus();
  }

  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') stop();
  };

  async function start(next: Shown): Promise<void> {
    if (shown) stop();
    shown = next;
    next.button?.setAttribute('aria-pressed', 'true');
    document.addEventListener('keydown', onKey);
    // The browser caches the response for a minute.
    figures = await readFigures(fetch);
    if (shown !== next) return;
    document.body.append(layer, panel);
    fill();
    draw();
    next.button?.scrollIntoView?.({ block: 'nearest' });
  }

  return {
    toggle(button) {
      if (shown?.button === button) return stop();
      const { top } = button.getBoundingClientRect();
      const app = button.dataset['xray'] || undefined;
      void start({ app, button, above: app !== undefined && top > window.innerHeight / 2 });
    },
    point(row) {
      if (shown?.button) return;
      if (!row) return shown && stop();
      const above = row.getBoundingClientRect().top > window.innerHeight / 2;
      void start({ app: row.dataset['release'], button: undefined, above });
    },
  };
}

async function readFigures(fetch: XrayOptions['fetch']): Promise<SiteFigures | undefined> {
  try {
    const answer = await fetch(FIGURES_URL);
    return answer.ok ? ((await answer.json()) as SiteFigures) : undefined;
  } catch {
    return undefined;
  }
}

/** @param at ms since the epoch. @returns the known facts of a release, each as a few words. */
export function wordsOf(release: AppFigures, at: number): string[] {
  const { team, commit, activatedAt, scriptBytes } = release;
  return [
    release.release,
    ...(team === undefined ? [] : [`team: ${team}`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(activatedAt === undefined ? [] : [`went live ${ageText(Math.max(0, at - activatedAt))}`]),
    `${(scriptBytes / 1000).toFixed(1)} kB of scripts`,
  ];
}
