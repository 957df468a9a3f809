import { describe, expect, test } from 'vitest';
import { documentedSections, exampleDocument, operationsDocument } from '../../scripts/settings-doc.ts';
import { sourceFiles } from './source-files.ts';

const sections = documentedSections();
const settings = sections.flatMap((section) => section.settings);
const [operations, example] = ['docs/operations.md', '.env.example'].map(
  (file) => sourceFiles(file)[0]!.text,
);

describe('the settings and their documents say the same', () => {
  test('each setting is declared once', () => {
    const names = settings.map(({ variable }) => variable);
    expect(names.length).toBeGreaterThan(70);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each(settings)('$variable has a description', ({ description }) => {
    expect(description).toMatch(/^.{5,}\.$/);
  });

  test('docs/operations.md and .env.example are current: else run `npm run settings-doc`', () => {
    expect(operations).toBe(operationsDocument(operations!, sections));
    expect(example).toBe(exampleDocument(sections));
  });

  test('sees a setting that is not documented, and another default', () => {
    const planted = { variable: 'PLANTED', description: 'A plant.', value: '1', words: '`1`' };
    const others = [
      [...sections, { title: 'Planted', settings: [planted] }],
      sections.map((section) => ({
        ...section,
        settings: section.settings.map((setting) => ({ ...setting, value: 'x', words: 'x' })),
      })),
    ];
    for (const other of others) {
      expect(operationsDocument(operations!, other)).not.toBe(operations);
      expect(exampleDocument(other)).not.toBe(example);
    }
  });
});
