/** An answer as it went out, ready to go out again. */
interface ReadyAnswer {
  /** Names and values by turns, as `writeHead` takes them without looking at each. */
  headers: string[];
  /** Those that a 304 repeats (RFC 9110 §15.4.5). */
  unmodified: string[];
  bytes: Buffer;
  etag: string;
  /** ms since the epoch: the copyright year is part of a document. */
  until: number;
  label: AnswerLabel;
}

/** What an answer counts as. */
export interface AnswerLabel {
  kind: 'page' | 'payload';
  app: string;
}

/** Finished answers of one composition by coding and address: most requests end here, before any routing. */
export interface ReadyAnswers {
  get(encoding: string, url: string): ReadyAnswer | undefined;
  /** Keeps an answer that is the same for everyone who asks for its address. */
  keep(
    url: string,
    encoding: string,
    headers: Readonly<Record<string, unknown>>,
    body: { bytes: Buffer; etag: string },
    label: AnswerLabel,
  ): void;
}

const BODY_HEADERS = new Set(['content-encoding', 'content-length', 'content-type']);

/** @param mostBytes of all bodies together. */
export function createReadyAnswers(now: () => number, mostBytes: number): ReadyAnswers {
  // By coding, then by address: a key put together from both would cost more than all the rest.
  const answers: Record<string, Map<string, ReadyAnswer>> = {
    br: new Map(),
    gzip: new Map(),
    identity: new Map(),
  };
  let total = 0;
  return {
    get(encoding, url) {
      const answer = answers[encoding]?.get(url);
      return answer && answer.until > now() ? answer : undefined;
    },
    keep(url, encoding, all, { bytes, etag }, label) {
      total += bytes.length;
      // What is asked for comes back at its next request.
      if (total > mostBytes) for (const ofCoding of Object.values(answers)) ofCoding.clear();
      if (total > mostBytes) total = bytes.length;
      const headers = Object.entries(all).map(([name, value]) => [name, String(value)] as const);
      answers[encoding]?.set(url, {
        headers: headers.flat(),
        unmodified: headers.filter(([name]) => !BODY_HEADERS.has(name)).flat(),
        bytes,
        etag,
        label,
        until: Date.UTC(new Date(now()).getUTCFullYear() + 1, 0),
      });
    },
  };
}
