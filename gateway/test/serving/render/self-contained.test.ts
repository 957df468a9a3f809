import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containmentIssue } from '../../../src/serving/render/markup-reader.ts';
import {
  containedHtml,
  containedInThread,
  isContainedLike,
} from '../../../src/serving/render/self-contained.ts';
import { balanced, pieces } from '../../fixtures/markup.ts';

describe('isContainedLike', () => {
  /** Three thousand bytes of markup and texts. */
  const long = (text: string): string => `<ul class="a">${`<li>${text}<br>1 < 2</li>`.repeat(150)}</ul>`;
  const isAccepted = (known: string, html: string): boolean => {
    const contained = containedHtml(Buffer.from(known));
    if (typeof contained === 'string') throw new Error(contained);
    return isContainedLike(Buffer.from(html), contained);
  };

  it('accepts by comparison what differs in a text', () => {
    const [known, other] = ['a', 'Another text: é'].map(
      (text) => `${long('x')}<p title="${text}">${text}</p>${long('y')}`,
    );
    expect(isAccepted(known!, known!)).toBe(true);
    expect(isAccepted(known!, other!)).toBe(true);
    expect(isAccepted(known!, `${known}${long('z')}`)).toBe(false);
  });

  it('does not compare HTML of which more than half differs, because the next one may be like it', () => {
    const [known, like, unlike] = ['', '<i>a</i>', '<i>a</i>'.repeat(1_000)].map(
      (part) => `${long('x')}${part}${long('y')}`,
    );
    expect(isAccepted(known!, like!)).toBe(true);
    expect(isAccepted(known!, unlike!)).toBe(false);
    expect(isAccepted(unlike!, `${unlike}`.replace('a', 'b'))).toBe(true);
  });

  it('accepts by comparison only what it accepts as a whole', () => {
    let accepted = 0;
    const part = fc.oneof(balanced, pieces, fc.constantFrom('<', '</', '<p', '>', '"', '&'));
    const place = fc.nat(7_500);
    fc.assert(
      fc.property(balanced, part, place, fc.nat(300), (middle, put, at, removed) => {
        const known = `${long('x')}<div>${middle}</div>${long('y')}`;
        if (containmentIssue(known) !== undefined) return;
        const html = known.slice(0, at) + put + known.slice(at + removed);
        if (!isAccepted(known, html)) return;
        accepted++;
        expect(containmentIssue(html)).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('containedInThread', () => {
  const long = (unit: string) => Buffer.from(unit.repeat(Math.ceil((4 * 1024 * 1024) / unit.length)));

  it('reads the longest HTML without blocking the event loop, with the result of containedHtml', async () => {
    const html = long('<hr id="a">');
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const read = await containedInThread(html);
    clearInterval(ticking);
    expect(read).toEqual(containedHtml(html));
    expect(turns).toBeGreaterThan(3);
  });

  it('refuses what containedHtml refuses', async () => {
    const html = Buffer.concat([long('<br>'), Buffer.from('<style></style><plaintext>')]);
    expect(await containedInThread(html)).toBe(containedHtml(html));
    expect(await containedInThread(html, { isIsland: true, allowsStyles: false })).toMatch(/needs styles/);
  });

  it('is used for long differences of two pages', () => {
    const around = '<i>x</i>'.repeat(500);
    const page = (middle: string): Buffer => Buffer.from(`${around}<p>${middle}</p>${around}`);
    const known = containedHtml(page('a'));
    if (typeof known === 'string') throw new Error(known);
    expect(isContainedLike(page('<b>b</b>'.repeat(10)), known)).toBe(true);
    expect(isContainedLike(page('<b>b</b>'.repeat(20_000)), known)).toBe(false);
  });
});
