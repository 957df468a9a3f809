import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrating, useSearchParams } from '@voltframe/kit/react';
import { tellTyped } from './search-keys.ts';
import { normalQuery } from './search-words.ts';

/** Milliseconds without typing before the address changes: browsers limit the rate of history changes. */
const SETTLE_MS = 400;

export interface TypedQuery {
  query: string;
  /** The search box. It is uncontrolled, so that it keeps text that was typed before hydration. */
  box: RefObject<HTMLInputElement | null>;
  /** Takes the query from the box. */
  typed(): void;
  /** Writes the query of the box to the address. */
  submit(): void;
}

/** A typed text. It is the query at the address where it was typed and at the address that it leads to. */
interface Typed {
  text: string;
  from: string;
  to?: string;
}

/**
 * The query: from the search box immediately, and in the address a moment later.
 * @param served the query of the server's HTML, which omits one that is too long
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

  /** A search adds one history entry: the first Back ends the search, the second leaves the page. */
  const go = async (text: string): Promise<void> => {
    const next = new URLSearchParams(text === '' ? {} : { q: text });
    const to = String(next);
    setTyped({ text, from: here, to });
    await setParams(next, { replace: address !== '' });
    setTyped((latest) => latest && { ...latest, from: to });
  };
  useEffect(() => {
    // Text that was typed before hydration.
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
