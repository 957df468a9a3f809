import { describe, expect, test } from 'vitest';
import { behaviourRules, citable, deadCitations, existsInRepository, unproven } from './citations.ts';
import { sourceFiles } from './source-files.ts';

const behaviour = sourceFiles('docs/behaviour.md')[0]!.text;
const rules = behaviourRules(behaviour);
const cited = { numbers: citable(behaviour), exists: existsInRepository };
const plant = (text: string) => ({ path: 'shell/src/planted.ts', text });

describe('comments that cite a document', () => {
  test.each([
    '/** The order of the checks (spec §4). */',
    '// Props travel in the address (semantics §4).',
    "/** The spec's explicit flag. */",
    '/** As the original had it. */',
    '/** See design.md. */',
    '/** See docs/no-such-page.md. */',
    '/** The sequence (docs/behaviour.md 99.1). */',
    '/** The sequence (docs/behaviour.md 5.1, 99). */',
  ])('reports %s', (text) => {
    expect(deadCitations(plant(text), cited)).toHaveLength(1);
  });

  test.each([
    '/** Loads (docs/behaviour.md 5.1 to 5.3), see docs/forms.md and CONTRIBUTING.md. */',
    "const message = 'the spec';",
  ])('accepts %s', (text) => {
    expect(deadCitations(plant(text), cited)).toEqual([]);
  });

  test('cite only documents of the repository', () => {
    const files = sourceFiles(
      '*.{ts,md,yml}',
      'Dockerfile',
      '{scripts,kit,enquiries,gateway,shell,tests,docs}/**/*.{ts,tsx,mjs,cjs,css,sh,md,yml,template}',
      'mfe-*/{src,test}/**/*.{ts,tsx,css}',
      'mfe-*/*.ts',
    ).filter(({ path }) => !path.startsWith('tests/architecture/citations'));
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => deadCitations(file, cited))).toEqual([]);
  });
});

describe('proofs of the rules in docs/behaviour.md', () => {
  const texts = new Map(sourceFiles('**/*.test.{ts,tsx}').map(({ path, text }) => [path, text]));
  const read = (file: string) => texts.get(file);

  test('reports a rule without a proof, a missing test file and a missing title', () => {
    const planted = behaviourRules(
      '## 1 A\n\n- **1.1** No proof.\n- **1.2** Gone. Proof: `a.test.ts`\n- **1.3** So. Proof: `b.test.ts` › “is not”, `b.test.ts` › “is”\n',
    );
    expect(unproven(planted, (file) => (file === 'b.test.ts' ? "test('is')" : undefined))).toEqual([
      '1.1: no proof',
      '1.2: a.test.ts does not exist',
      '1.3: b.test.ts has no test “is not”',
    ]);
  });

  test('exist for every rule', () => {
    expect(rules.length).toBeGreaterThan(80);
    expect(unproven(rules, read)).toEqual([]);
  });

  test('are numbered in order within each section, each number once', () => {
    const numbers = rules.map(({ number }) => number.split('.').map(Number) as [number, number]);
    const sorted = numbers.toSorted(([a, b], [c, d]) => a - c || b - d);
    expect(numbers).toEqual(sorted);
    expect(new Set(rules.map(({ number }) => number)).size).toBe(rules.length);
  });
});
