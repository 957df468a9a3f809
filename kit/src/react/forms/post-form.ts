import type { FormPost, SubmitterDeps } from '../../contract/forms/submit-form.ts';

/**
 * Time without progress (ms) after which the request is aborted. Each sent part of the body restarts it: a CV of some
 * megabytes takes minutes on a slow connection.
 */
const SILENCE_MS = 60_000;
/**
 * Slowest supported connection (bytes a millisecond) after the browser has sent the body: a proxy near the visitor may
 * have received the body at once and still be forwarding it.
 */
const SLOWEST_LINE = 25;

/** Posts a form with XMLHttpRequest, because `fetch` reports no upload progress. */
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
      // The status is 0 for a failed or aborted request.
      if (request.status > 0) resolve({ status: request.status, text: request.responseText });
      else reject(new Error(`no answer of ${action}`));
    });
    request.open('POST', action);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
    heard();
  });
