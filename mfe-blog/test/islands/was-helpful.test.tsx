import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Platform, PlatformProvider } from '@voltframe/kit/react/platform.ts';
import WasHelpful from '../../src/islands/was-helpful.tsx';

const platform = { site: { url: 'https://site.example', trailingSlash: false } } as Platform;

it('asks without a selected answer, and names the contact form without a script', () => {
  const html = renderToStaticMarkup(
    <PlatformProvider value={platform}>
      <WasHelpful subject="note" title="Queues" topic="System design" />
    </PlatformProvider>,
  );
  expect(html).toContain('Was this note helpful?</legend>');
  expect(html.match(/aria-pressed="false">(Yes|No)</g)).toHaveLength(2);
  expect(html).toMatch(/role="status"><\/p>/);
  expect(html).toMatch(/<a href="\/contact"[^>]*>write to us<\/a>/);
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    'choose the topic “System design”, and name the note “Queues”.',
  );
});
