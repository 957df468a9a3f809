import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import WasHelpful from '../../src/islands/was-helpful.tsx';

// The shell provides the context of links.
vi.mock('@voltframe/kit/react', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

it('asks without a selected answer, and names the contact form without a script', () => {
  const html = renderToStaticMarkup(<WasHelpful subject="note" title="Queues" topic="System design" />);
  expect(html).toContain('Was this note helpful?</legend>');
  expect(html.match(/aria-pressed="false">(Yes|No)</g)).toHaveLength(2);
  expect(html).toMatch(/role="status"><\/p>/);
  expect(html).toMatch(/<a href="\/contact"[^>]*>write to us<\/a>/);
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    'choose the topic “System design”, and name the note “Queues”.',
  );
});
