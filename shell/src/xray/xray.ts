import { ageText } from '@voltframe/kit/contract/operations/site-status';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { parseIslandKey } from '@voltframe/kit/contract/page/island';
import { type AppFigures, FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import styles from './xray.module.css';

/** Shows which release rendered each part of the page. */
export interface Xray {
  /** Starts, and ends when it is pressed again. @param button `data-xray` of the page. */
  toggle(button: HTMLElement): void;
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
/** Number of colours and patterns (xray.module.css). */
const KINDS = 6;

interface Part {
  app: string;
  element: Element;
}

export function createXray({ window, composition, pageApp, fetch, now }: XrayOptions): Xray {
  const { document } = window;
  const layer = make('div', styles['layer']);
  layer.ariaHidden = 'true';
  const rail = make('section', styles['rail']);
  rail.setAttribute('aria-label', 'X-ray of this page');
  const told = make('p', styles['told']);
  told.setAttribute('role', 'status');
  const list = make('ul');
  const end = make('button', styles['end'], 'End X-ray');
  end.type = 'button';
  end.append(make('kbd', '', ' (Esc)'));
  end.addEventListener('click', stop);
  rail.append(told, end, list);
  let figures: SiteFigures | undefined;
  /** The pressed button; undefined: the X-ray is off. */
  let opened: HTMLElement | undefined;
  /** The app whose plates are lit, and the app that was chosen until the end. */
  let lit: string | undefined;
  let chosen: string | undefined;
  /** The apps in the rail. */
  let listed = '';

  function make<Name extends 'div' | 'section' | 'p' | 'ul' | 'li' | 'button' | 'strong' | 'span' | 'kbd'>(
    name: Name,
    className = '',
    text = '',
  ): HTMLElementTagNameMap[Name] {
    return Object.assign(document.createElement(name), { className, textContent: text });
  }

  const releaseOf = (app: string): AppFigures | undefined => figures?.apps.find((one) => one.app === app);

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

  /** The apps with a part on this page. */
  const order = (shown: Part[]): string[] => {
    const apps = [...new Set(shown.map(({ app }) => app))];
    return apps.sort((a, b) => Number(b === SHELL) - Number(a === SHELL) || (a < b ? -1 : 1));
  };

  /** The colour and pattern of an app: its place among the releases of the site, which is the same on each page. */
  const kindOf = (app: string, apps: string[]): string => {
    const known = figures?.apps.findIndex((one) => one.app === app) ?? -1;
    return String((known < 0 ? apps.indexOf(app) : known) % KINDS);
  };

  /** Draws a plate over each part, again in each frame, so that the plate follows its part. */
  function draw(): void {
    if (!opened) return;
    const drawn = parts();
    const apps = order(drawn);
    while (layer.children.length > drawn.length) layer.lastElementChild!.remove();
    const origin = document.body.getBoundingClientRect();
    // All places are read before the first plate is written: each reading after a change lays out the page again.
    const places = drawn.map(({ element }) => element.getBoundingClientRect());
    drawn.forEach(({ app, element }, index) => {
      const plate =
        (layer.children[index] as HTMLElement | undefined) ?? layer.appendChild(make('div', styles['plate']));
      const { left, top, width, height } = places[index]!;
      const position = element.matches('[data-header]') ? 'fixed' : 'absolute';
      const [x, y] = position === 'fixed' ? [left, top] : [left - origin.left, top - origin.top];
      const state = lit === undefined ? '' : lit === app ? 'on' : 'off';
      const place = `${position} ${x} ${y} ${width} ${height} ${app} ${state}`;
      if (plate.dataset['place'] === place) return;
      Object.assign(plate.dataset, { place, app, light: state, kind: kindOf(app, apps) });
      const style = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
      Object.assign(plate.style, { position, ...style });
      plate.toggleAttribute('data-inner', element.matches('[data-island]'));
      plate.replaceChildren(make('span', '', labelOf(app, releaseOf(app), now())));
    });
    if (listed !== apps.join()) fillRail(apps);
    window.requestAnimationFrame(draw);
  }

  /** Lists the apps of this page, again after each navigation. */
  function fillRail(apps: string[]): void {
    listed = apps.join();
    if (lit !== undefined && !apps.includes(lit)) lit = chosen = undefined;
    list.replaceChildren(
      ...apps.map((app) => {
        const button = make('button');
        button.type = 'button';
        Object.assign(button.dataset, { kind: kindOf(app, apps), app });
        button.append(make('strong', '', app), make('span', '', releaseOf(app)?.release ?? ''));
        for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => light(app));
        for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => light(chosen));
        button.addEventListener('click', () => choose(app));
        const item = make('li');
        item.append(button);
        return item;
      }),
    );
    light(lit);
  }

  /** Lights the plates of an app, or all, and tells what is lit. */
  function light(app: string | undefined): void {
    lit = app;
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset['app'] === chosen));
    const text = noteOf(app);
    if (told.textContent !== text) told.textContent = text;
  }

  /** Lights an app until the end, and scrolls to a part of it when none is in view. */
  function choose(app: string): void {
    chosen = chosen === app ? undefined : app;
    light(chosen);
    const hidden = chosen === undefined ? undefined : outOfView(app);
    hidden?.scrollIntoView({ block: 'start' });
  }

  /** @returns the first part of an app when no part of it is in view. */
  function outOfView(app: string): Element | undefined {
    const own = parts().filter((part) => part.app === app);
    const seen = own.some(({ element }) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight - rail.offsetHeight;
    });
    return seen ? undefined : own[0]?.element;
  }

  function noteOf(app: string | undefined): string {
    if (figures === undefined) return NOT_THERE;
    if (figures.composition !== composition) return MOVED_ON;
    const count = listed.split(',').length;
    if (app === undefined) return `${count} ${count === 1 ? 'release' : 'releases'} rendered this page.`;
    const hidden = outOfView(app);
    const where = hidden ? [hidden.getBoundingClientRect().top > 0 ? 'below' : 'above'] : [];
    const release = releaseOf(app);
    return [app, ...(release ? wordsOf(release, now()) : []), ...where].join(' · ');
  }

  function stop(): void {
    const button = opened;
    const focused = rail.contains(document.activeElement);
    opened = lit = chosen = undefined;
    button?.setAttribute('aria-pressed', 'false');
    layer.remove();
    rail.remove();
    document.removeEventListener('keydown', onKey);
    if (focused) button?.focus();
  }

  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') stop();
  };

  async function start(button: HTMLElement): Promise<void> {
    if (opened) stop();
    opened = button;
    button.setAttribute('aria-pressed', 'true');
    document.addEventListener('keydown', onKey);
    // The browser caches the response for a minute.
    figures = await readFigures(fetch);
    if (opened !== button) return;
    listed = '';
    layer.replaceChildren();
    document.body.append(layer, rail);
    draw();
    button.scrollIntoView?.({ block: 'nearest' });
    uncoverHeading();
  }

  /** Scrolls the heading of the page out of the rail. */
  function uncoverHeading(): void {
    const heading = document.querySelector('h1')?.getBoundingClientRect();
    const covered = heading ? heading.bottom - rail.getBoundingClientRect().top : 0;
    if (heading && covered > 0 && heading.top < window.innerHeight) window.scrollBy(0, covered);
  }

  return {
    toggle(button) {
      if (opened === button) stop();
      else void start(button);
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

/** @param at ms since the epoch. @returns the label of a plate: app, and the known team, release and age */
export function labelOf(app: string, release: AppFigures | undefined, at: number): string {
  if (!release) return app;
  const { team, activatedAt } = release;
  const age = activatedAt === undefined ? undefined : ageText(Math.max(0, at - activatedAt));
  return [app, team, release.release, age].filter((text) => text !== undefined).join(' · ');
}

/** @param at ms since the epoch. @returns the known facts of a release, each as a few words. */
export function wordsOf(release: AppFigures, at: number): string[] {
  const { team, commit, activatedAt, scriptBytes } = release;
  return [
    release.release,
    ...(team === undefined ? [] : [`team ${team}`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(activatedAt === undefined ? [] : [`went live ${ageText(Math.max(0, at - activatedAt))}`]),
    `${(scriptBytes / 1000).toFixed(1)} kB of scripts`,
  ];
}
