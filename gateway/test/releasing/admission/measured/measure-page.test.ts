import { expect, test } from 'vitest';
import { largestPage, measurePage } from '../../../../src/releasing/admission/measured/measure-page.ts';
import { measuredCandidate } from './measured-candidate.ts';

const routeOf = ({ candidate }: Awaited<ReturnType<typeof measuredCandidate>>, id: string) =>
  candidate.composition.routes.find((route) => route.id === id)!;

test('of the pages of a route, the largest is measured', async () => {
  const setup = await measuredCandidate();
  const largest = await largestPage(setup.candidate, routeOf(setup, 'docs.page'), 50);
  expect(largest!.page.path).toBe('/docs/pages/longer');
});

test('no more pages are tried than admission tries', async () => {
  const setup = await measuredCandidate();
  const largest = await largestPage(setup.candidate, routeOf(setup, 'docs.page'), 1);
  expect(largest!.page.path).toBe('/docs/pages/a');
});

test('a page is what is sent of it, with what it asks for', async () => {
  const html = `<img src="/assets/shell/main.0000000001.js"><img src="/assets/nobody/a.png">${'text '.repeat(1_000)}`;
  const setup = await measuredCandidate({ html: () => html });
  const { candidate } = setup;
  const tried = (await largestPage(candidate, routeOf(setup, 'docs.list'), 50))!;
  const transfer = new Map(Object.values(candidate.releases['docs']!.files).map((file) => [file.sha256, 7]));
  const measured = await measurePage(candidate, tried, transfer);
  const { files, client } = candidate.releases['docs']!;
  expect(files[client.entry]).toBeDefined();
  expect(measured).toMatchObject({
    images: candidate.releases['shell']!.files['client/main.0000000001.js']!.bytes,
  });
  expect(measured.js % 7).toBe(0);
  expect(measured.js).toBeGreaterThan(0);
  expect(measured.html).toBeLessThan(2_000);
  // The document, two pictures, the scripts of shell and app, the shell's stylesheet.
  expect(measured.requests).toBeGreaterThanOrEqual(6);
});
