/** As pino writes levels. */
const LEVELS = { info: 30, error: 50 };

/** @returns a line of the log of a program that has no logger: one JSON object, as pino writes them. */
export function logLine(msg: string, level: keyof typeof LEVELS = 'error'): string {
  return JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, msg });
}

/** Writes why a program ends: for people at a terminal the text, else a line of the log for each. */
export function reportFailure(...texts: string[]): void {
  for (const text of texts) process.stderr.write(`${process.stderr.isTTY ? text : logLine(text)}\n`);
}
