/** A module of an app in a document. */
export interface Sample {
  /** Path below a folder for each section of the document, because the modules of a section form one app. */
  file: string;
  /** Its lines have the same numbers as in the document. */
  text: string;
}

const OPENING = /^( *)```(tsx?)$/;
const NAMED = /^\/\/ ([\w./-]+\.tsx?)$/;

/**
 * Finds the TypeScript in a document. A block whose first line is a comment like `// src/pages/home.tsx` is that file.
 * @param page name of the document
 */
export function samplesOf(page: string, markdown: string): Sample[] {
  const lines = markdown.split('\n');
  const samples: Sample[] = [];
  let section = 0;
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]!.startsWith('## ')) section++;
    const [, indent, ending] = OPENING.exec(lines[at]!) ?? [];
    if (indent === undefined) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at);
    const block = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    const [, named = `sample-${at + 1}.${ending}`] = NAMED.exec(block[0]!) ?? [];
    samples.push({ file: `${page}/${section}/${named}`, text: '\n'.repeat(at + 1) + block.join('\n') });
    at = end;
  }
  return samples;
}
