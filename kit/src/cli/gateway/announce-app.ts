import type { RefreshEvent } from '../../build/refresh/refresh-event.ts';
import type { CommandContext } from '../command.ts';

/**
 * Prints the address of an app when it is live, or when a page can show its problems.
 * @param url of the site on this machine. @param gateway that the rest of the site comes from
 * @param events for open pages of the site; undefined for a production site
 * @returns when the app is live there, or the events have ended
 */
export async function announceApp(
  { app, url, gateway }: Record<'app' | 'url' | 'gateway', string>,
  events: AsyncIterable<RefreshEvent> | undefined,
  { print, tell }: Pick<CommandContext, 'print' | 'tell'>,
): Promise<void> {
  if (!events) {
    tell(`mfe: production builds of ${app} inside the site of ${gateway}; refusals are printed here\n`);
    return print(url);
  }
  let printed = false;
  for await (const event of events) {
    if (isLive(event, app)) {
      tell(`mfe: ${app} inside the site of ${gateway}\n`);
      if (!printed) print(url);
      return;
    }
    if (printed || !isProblem(event, app)) continue;
    tell(`mfe: the site of ${gateway} runs without ${app}; each page shows the errors of ${app}\n`);
    print(url);
    printed = true;
  }
}

/** Earlier gateways do not list the live apps. */
function isLive(event: RefreshEvent, app: string): boolean {
  return 'composition' in event && (event.apps === undefined || event.apps[app] !== undefined);
}

function isProblem(event: RefreshEvent, app: string): boolean {
  if ('problem' in event) return event.app === app;
  return 'problems' in event && event.problems.some((problem) => problem.app === app);
}

const PATH = '/-/refresh';
const START = 'data: ';
const END = '\n\n';

/**
 * The events of a development gateway for open pages (HTML §9.2), until the signal is aborted or the gateway ends.
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
    // The gateway has ended, or the signal was aborted.
  }
}
