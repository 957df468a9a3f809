const WIDTH = 120;

/** @returns the text in lines: the first begins with `first`, the others with `others`. */
export function wrapped(text: string, first: string, others: string): string {
  const lines = [first];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= WIDTH) lines.push(others);
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}
