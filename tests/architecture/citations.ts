import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root, type SourceFile } from './source-files.ts';

/** The targets that comments may cite. */
export interface Cited {
  /** Numbers of rules and sections in docs/behaviour.md. */
  numbers: ReadonlySet<string>;
  exists(file: string): boolean;
}

const isCode = (file: string): boolean => /\.(tsx?|[cm]js)$/.test(file);
/** References to documents outside the repository. */
const PAPERS =
  /\bspec(ification)? ?§|\bsemantics ?§|\b(the|our) spec\b|\bspec's\b|\bthe original(?= \(| had|'s|[,.;)])/gi;
const DOCUMENT = /(?<![\w/.:-])(?:[\w.-]+\/)*[\w-]+\.md\b/g;
const BEHAVIOUR = /docs\/behaviour\.md ((?:(?:, | and | to )?\d+(?:\.\d+)?)+)/g;

/** @returns the comments of a program, or the whole text of another file. */
function wordsOf({ path: file, text }: SourceFile): string {
  if (!isCode(file)) return text;
  return parseSync(file, text)
    .comments.map(({ value }) => value)
    .join('\n');
}

/** @returns every citation whose target is not in the repository. */
export function deadCitations(file: SourceFile, { numbers, exists }: Cited): string[] {
  const words = wordsOf(file);
  const papers = [...words.matchAll(PAPERS)].map(([found]) => found);
  const documents = [...words.matchAll(DOCUMENT)].map(([found]) => found);
  const cited = [...words.matchAll(BEHAVIOUR)].flatMap(([, list]) => list!.match(/\d+(\.\d+)?/g)!);
  return [
    ...papers,
    ...documents.filter(
      (name) => !['', path.posix.dirname(file.path), 'docs'].some((at) => exists(path.posix.join(at, name))),
    ),
    ...cited.filter((number) => !numbers.has(number)).map((number) => `docs/behaviour.md ${number}`),
  ].map((what) => `${file.path}: ${what}`);
}

/** A rule of docs/behaviour.md with the tests that it names. */
export interface Rule {
  number: string;
  proofs: { file: string; title: string | undefined }[];
}

/** @returns the rules of docs/behaviour.md, in order. */
export function behaviourRules(text: string): Rule[] {
  return text.split(/^(?=- \*\*|## )/m).flatMap((part) => {
    const number = /^- \*\*(\d+\.\d+)\*\*/.exec(part)?.[1];
    const [, proof = ''] = part.split('Proof:');
    const proofs = [...proof.matchAll(/`([^`]+)`(?:\s+›\s+“([^”]+)”)?/g)];
    return number === undefined
      ? []
      : [
          {
            number,
            proofs: proofs.map(([, file, title]) => ({ file: file!, title: title?.replace(/\s+/g, ' ') })),
          },
        ];
  });
}

/** @returns the numbers that a comment may cite: rules and sections. */
export function citable(text: string): Set<string> {
  const sections = [...text.matchAll(/^## (\d+) /gm)].map(([, number]) => number!);
  return new Set([...sections, ...behaviourRules(text).map(({ number }) => number)]);
}

/** @param read returns the text of a file, undefined for a missing file. @returns rules whose proof does not exist. */
export function unproven(rules: Rule[], read: (file: string) => string | undefined): string[] {
  return rules.flatMap(({ number, proofs }) => {
    if (proofs.length === 0) return [`${number}: no proof`];
    return proofs.flatMap(({ file, title }) => {
      const text = read(file);
      if (text === undefined) return [`${number}: ${file} does not exist`];
      return title === undefined || text.includes(title) ? [] : [`${number}: ${file} has no test “${title}”`];
    });
  });
}

export const existsInRepository = (file: string): boolean => existsSync(path.join(root, file));
