import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { NAVIGATION_LINKS } from '@voltframe/kit/contract/page/navigation-links';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { parseSiteConfig } from '@voltframe/kit/contract/page/site-config';
import { Frame } from '../../src/app.tsx';
import { createServerPlatform } from '../../src/server-platform.ts';

vi.mock('../../src/design/design.ts', () => ({}));

function render(navigation = ''): { html: string; islands: { name: string }[] } {
  const site = parseSiteConfig({}, { url: 'http://localhost' });
  if (!site.ok) throw new Error('the defaults are valid');
  const islands: never[] = [];
  const html = renderToString(
    <Frame platform={createServerPlatform(site.value, islands)} navigation={navigation} year="2031">
      page
    </Frame>,
  );
  return { html, islands };
}

const count = (html: string, part: RegExp): number => html.match(part)?.length ?? 0;
const between = (html: string, start: string, end: string): string => html.split(start)[1]!.split(end)[0]!;

describe('the header', () => {
  const header = between(render('/blog#page').html, '<header', '</header>');

  it('has 20 decorative lines, hidden from assistive technology', () => {
    expect(count(header, /data-line/g)).toBe(20);
    expect(header).toMatch(/aria-hidden="true"[^>]*><i/);
  });

  it('links the seven destinations in the bar and again in the small-screen menu', () => {
    for (const { href } of NAVIGATION_LINKS) {
      const inBarAndMenu = between(header, '<nav', '</nav>') + between(header, '<details', '</details>');
      expect(count(inBarAndMenu, new RegExp(`href="${href}"`, 'g'))).toBeGreaterThanOrEqual(2);
    }
  });

  it('has a native disclosure as its menu', () => {
    expect(header).toContain('<details id="site-menu"');
    expect(header).toContain('<summary');
  });

  it('leads INIT_PROJECT() to the contact page', () => {
    expect(header).toMatch(/href="\/contact"[^>]*>INIT_PROJECT\(\)/);
  });

  it('marks the page that is shown', () => {
    expect(
      count(header, /href="\/blog" [^>]*aria-current="page"|aria-current="page"[^>]*href="\/blog"/g),
    ).toBe(2);
  });
});

describe('the footer', () => {
  const { html, islands } = render();
  const footer = between(html, '<footer', '</footer>');

  it('links each of the seven services', () => {
    for (const { slug, label } of SERVICE_LABELS)
      expect(footer).toMatch(new RegExp(`href="/services#${slug}"[^>]*>${label}`));
  });

  it('has social links that go nowhere and say so', () => {
    const labels = ['Twitter', 'LinkedIn', 'GitHub', 'Instagram'];
    for (const label of labels) {
      const link = between(footer, `data-social="${label}"`, '</a>');
      expect(link).not.toContain('href');
      expect(link).toContain('goes nowhere');
    }
    expect(count(footer, /role="link" aria-disabled="true"/g)).toBe(labels.length);
  });

  it('shows the year it is given', () => {
    expect(footer.replaceAll('<!-- -->', '')).toContain('© 2031 Voltframe');
  });

  it('asks for the status note as an island', () => {
    expect(islands.map(({ name }) => name)).toContain('StatusNote');
  });

  it('has a subscribe form that works as plain HTML', () => {
    const form = /<form[^>]*data-form="subscribe"[^>]*>/.exec(footer)?.[0];
    expect(form).toContain('method="post"');
    expect(form).toContain('action="/api/subscribe"');
    expect(footer).toMatch(/placeholder="[^"]+"/);
    expect(footer).toContain('EXEC()');
  });
});

it('uses no inline styles, which the content security policy refuses', () => {
  expect(render().html).not.toMatch(/ style="|<style/);
});
