import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { NO_NAVIGATION, type Navigation } from '@voltframe/kit/contract/page/navigation';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { siteSettings } from '@voltframe/kit/contract/page/site-config';
import { Frame } from '../../src/app.tsx';
import { createServerPlatform } from '../../src/server-platform.ts';

vi.mock('../../src/design/design.ts', () => ({}));

const linkTo = (place: string, path: string, label: string) => ({ place, path, label });
/** Other paths and labels: the layout must not contain any. */
const LINKS: Navigation = {
  header: [
    linkTo('blog', '/journal', 'Journal'),
    linkTo('services', '/what-we-do', 'What we do'),
    linkTo('contact', '/say-hello', 'Say hello'),
  ],
  footer: [linkTo('privacy', '/legal/privacy', 'Your data'), linkTo('terms', '/legal/terms', 'Conditions')],
};

function render(navigation = '', links = LINKS): { html: string; islands: { name: string }[] } {
  const site = { ...siteSettings.parse({}), url: 'http://localhost' };
  const islands: never[] = [];
  const html = renderToString(
    <Frame
      platform={createServerPlatform(site, islands)}
      links={links}
      navigation={navigation}
      year="2031"
      app=""
    >
      page
    </Frame>,
  );
  return { html, islands };
}

const count = (html: string, part: RegExp): number => html.match(part)?.length ?? 0;
const between = (html: string, start: string, end: string): string => html.split(start)[1]!.split(end)[0]!;

describe('the header', () => {
  const header = between(render('/journal#page').html, '<header', '</header>');

  it('has 20 decorative lines, hidden from assistive technology', () => {
    expect(count(header, /data-line/g)).toBe(20);
    expect(header).toMatch(/aria-hidden="true"[^>]*><i/);
  });

  it('has the links of the composition in the bar and in the small-screen menu', () => {
    const texts = (html: string): string[] =>
      Array.from(html.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g), ([, href, label]) => `${href} ${label}`);
    const expected = ['/journal Journal', '/what-we-do What we do', '/say-hello Say hello'];
    expect(texts(between(header, '<nav', '</nav>'))).toEqual(expected);
    expect(texts(between(between(header, '<details', '</details>'), '<nav', '</nav>'))).toEqual(expected);
  });

  it('links INIT_PROJECT() to the page of the place contact, in the bar and in the menu', () => {
    expect(count(header, /href="\/say-hello"[^>]*>INIT_PROJECT\(\)/g)).toBe(2);
  });

  it('marks the current page', () => {
    expect(
      count(header, /href="\/journal" [^>]*aria-current="page"|aria-current="page"[^>]*href="\/journal"/g),
    ).toBe(2);
  });
});

describe('the footer', () => {
  const { html, islands } = render();
  const footer = between(html, '<footer', '</footer>');

  it('links each of the seven services on the page of the place services', () => {
    for (const { slug, label } of SERVICE_LABELS)
      expect(footer).toMatch(new RegExp(`href="/what-we-do#${slug}"[^>]*>${label}`));
  });

  it('links the pages of its own places', () => {
    const legal = between(footer, 'id="footer-legal"', '</nav>');
    expect(legal).toMatch(/href="\/legal\/privacy"[^>]*>Your data.*href="\/legal\/terms"[^>]*>Conditions/);
  });

  it('shows the given year', () => {
    expect(footer.replaceAll('<!-- -->', '')).toContain('© 2031 Voltframe');
  });

  it('embeds the status note as an island', () => {
    expect(islands.map(({ name }) => name)).toContain('StatusNote');
  });
});

it('leaves out places without an app, and shows the seven services as text', () => {
  const { html } = render('', NO_NAVIGATION);
  expect(html).not.toContain('INIT_PROJECT()');
  expect(html.replace(/<a [^>]*href="(?:\/|#main)"/g, '')).not.toContain('href=');
  for (const { label } of SERVICE_LABELS) expect(html).toContain(`<li>${label}</li>`);
});

it('has no stylesheet in its HTML, which the content security policy refuses', () => {
  expect(render().html).not.toContain('<style');
});
