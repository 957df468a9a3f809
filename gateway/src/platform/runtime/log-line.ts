/** The levels of pino. */
const LEVELS = { info: 30, error: 50 };

/** @returns a log line in pino's format, for a program without a logger. */
export function logLine(msg: string, level: keyof typeof LEVELS = 'error'): string {
  return JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, msg });
}

/** Writes the reasons why a program ends: as text to a terminal, otherwise as one log line each. */
export function reportFailure(...texts: string[]): void {
  for (const text of texts) process.stderr.write(`${process.stderr.isTTY ? text : logLine(text)}\n`);
}
