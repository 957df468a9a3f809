import type { RefreshEvent } from '../../build/refresh/refresh-event.ts';
import type { CommandContext } from '../command-context.ts';

const PATH = '/-/refresh';
const START = 'data: ';
const END = '\n\n';

/**
 * What open pages of a gateway that develops are told, one event after the other (HTML §9.2), until the signal is aborted or the
 * gateway ends.
 * @param url of its site
 */
export async function* pageEvents(
  url: string,
  { fetch, signal }: Pick<CommandContext, 'fetch' | 'signal'>,
): AsyncGenerator<RefreshEvent> {
  try {
    const { body } = await fetch(new URL(PATH, url), { signal });
    if (!body) return;
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split(END);
      text = events.pop()!;
      for (const event of events) yield JSON.parse(event.slice(START.length)) as RefreshEvent;
    }
  } catch {
    // It has ended, or nobody waits any more.
  }
}
