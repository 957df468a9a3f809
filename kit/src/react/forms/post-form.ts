import type { FormPost, SubmitterDeps } from '../../contract/forms/submit-form.ts';

/**
 * Longest silence of the line (ms), after which no answer is waited for. It begins anew with each part of the body that
 * has gone out: a CV of some megabytes takes minutes on a slow line.
 */
const SILENCE_MS = 60_000;
/**
 * The slowest line (bytes a millisecond) on which an answer is waited for when all of the body has left the browser: a
 * proxy near the visitor may have taken it at once, and sends it on.
 */
const SLOWEST_LINE = 25;

/** Posts a form. By XMLHttpRequest: `fetch` tells nothing of a body on its way out. */
export const postForm: SubmitterDeps['post'] = ({ action, headers, body }: FormPost, progress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const heard = (left = 0): void => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS + left / SLOWEST_LINE);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      heard(loaded < total ? 0 : total);
      if (total > 0) progress(loaded / total);
    });
    request.addEventListener('progress', () => heard());
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      // Of a request that failed or was ended it is 0.
      if (request.status > 0) resolve({ status: request.status, text: request.responseText });
      else reject(new Error(`no answer of ${action}`));
    });
    request.open('POST', action);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
    heard();
  });
