import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrating, useSearchParams } from '@voltframe/kit/react';
import { tellTyped } from './search-keys.ts';
import { normalQuery } from './search-words.ts';

/** How long nobody types before the address says what is looked for: browsers count changes of it. Milliseconds. */
const SETTLE_MS = 400;

export interface TypedQuery {
  /** What is looked for. */
  query: string;
  /** Of the search box, which keeps its text itself: what was typed before the page ran is in it. */
  box: RefObject<HTMLInputElement | null>;
  /** Reads the box. */
  typed(): void;
  /** Makes what is in the box the address. */
  submit(): void;
}

/** What was typed: it counts at the address where that was, and at the one that it leads to. */
interface Typed {
  text: string;
  from: string;
  to?: string;
}

/**
 * What is looked for: in the search box at once, and in the address a moment later.
 * @param served the query that the server's HTML was made for; it may have left out a long one
 */
export function useTypedQuery(served: string): TypedQuery {
  const [params, setParams] = useSearchParams();
  const inAddress = normalQuery(params.get('q') ?? '');
  const address = useHydrating() ? served : inAddress;
  const here = String(params);
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const ahead = typed && [typed.from, typed.to].includes(here) ? typed.text : null;
  const query = ahead ?? address;

  /** One search is one entry of the history: Back clears it, and then leaves. */
  const go = async (text: string): Promise<void> => {
    const next = new URLSearchParams(text === '' ? {} : { q: text });
    const to = String(next);
    setTyped({ text, from: here, to });
    await setParams(next, { replace: address !== '' });
    setTyped((latest) => latest && { ...latest, from: to });
  };
  useEffect(() => {
    // What was typed before the page ran.
    if (box.current?.value !== box.current?.defaultValue) tellTyped(box.current);
  }, []);
  useEffect(() => {
    if (box.current && normalQuery(box.current.value) !== query) box.current.value = query;
  }, [query]);
  useEffect(() => {
    if (ahead === null || ahead === address) return;
    const timer = setTimeout(() => void go(ahead), SETTLE_MS);
    return () => clearTimeout(timer);
  });

  const inBox = (): string => normalQuery(box.current?.value ?? '');
  return {
    query,
    box,
    typed: () => setTyped((latest) => ({ ...latest, text: inBox(), from: here })),
    submit: () => void go(inBox()),
  };
}
