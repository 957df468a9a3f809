import { describe, expect, test } from 'vitest';
import { errorDomains, errorsDocument } from '../../scripts/errors-doc.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const domains = await errorDomains();
const entries = domains.flatMap((domain) => domain.entries);
const [document] = sourceFiles('docs/errors.md');
const documented = [...document!.text.matchAll(/^### ([A-Z0-9_]+)$/gm)].map(([, code]) => code!);

describe('error catalogue and docs/errors.md', () => {
  test('every domain has errors', () => {
    expect(domains.length).toBeGreaterThan(2);
    expect(domains.filter((domain) => domain.entries.length === 0)).toEqual([]);
  });

  test('no code is used twice', () => {
    const codes = entries.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('docs/errors.md is current: otherwise run `npm run errors-doc`', () => {
    expect(document!.text).toBe(errorsDocument(domains));
  });

  const prefixes = [...new Set(entries.map(({ code }) => code.split('_')[0]!))].join('|');
  const [example] = sourceFiles('.env.example');
  /** @returns the codes in a program that are in no catalogue. */
  const strayCodes = ({ path, text }: SourceFile): string[] =>
    [...text.matchAll(new RegExp(`['"]((?:${prefixes})_[A-Z_]+)['"]`, 'g'))]
      .map(([, code]) => code!)
      .filter((code) => !documented.includes(code) && !example!.text.includes(`${code}=`))
      .map((code) => `${path}: ${code}`);

  test('the check reports a code that no catalogue has', () => {
    expect(
      strayCodes({ path: 'kit/src/a.ts', text: "return { code: 'GW_PLANTED', also: 'GW_NOT_FOUND' };" }),
    ).toEqual(['kit/src/a.ts: GW_PLANTED']);
  });

  test('every code in a source file is in a catalogue', () => {
    expect(sourceFiles('{kit,enquiries,gateway,shell,mfe-*}/src/**/*.{ts,tsx}').flatMap(strayCodes)).toEqual(
      [],
    );
  });

  test('the check reports an error that is not documented', () => {
    const planted = { code: 'SITE_PLANTED', status: 500, message: 'Planted', why: 'Because.', fix: 'None.' };
    const withPlanted = [...domains, { file: 'planted-errors.ts', entries: [planted] }];
    expect(documented).not.toContain(planted.code);
    expect(errorsDocument(withPlanted)).not.toBe(document!.text);
  });

  test.each(entries)('$code has an HTTP error status, a cause and a fix', ({ status, why, fix }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(why).not.toBe('');
    expect(fix).not.toBe('');
  });
});
