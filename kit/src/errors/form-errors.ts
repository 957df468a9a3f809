import { defineErrors } from './define-errors.ts';

/** Errors of form posts. Messages are for visitors: they name fields, never values. */
export const formErrors = defineErrors('FORM', {
  INVALID: {
    status: 422,
    message: 'Some fields need another look.',
    why: 'At least one field does not meet its rule; `fields` names each with a message.',
    fix: 'Correct the fields and send again.',
  },
  TOO_FAST: {
    status: 422,
    message: 'The form was sent faster than a person can type. Wait a moment and send it again.',
    why: 'A scripted post must contain the time since the form was shown (`elapsedMs`). It is missing, or shorter than the contract allows.',
    fix: 'Send the time since the form was shown, in milliseconds.',
  },
  UNREADABLE: {
    status: 400,
    message: 'The form could not be read. Reload the page and send it again.',
    why: 'The body does not match its content type, repeats a field, or has a malformed idempotency key.',
    fix: 'Send one JSON object, or a form as browsers encode it.',
  },
  CROSS_SITE: {
    status: 403,
    message: 'This form can only be sent from its own page.',
    why: 'Sec-Fetch-Site or Origin says that another site sent it.',
    fix: 'Post from a page of the site; behind a proxy, check that SITE_URL is the address that visitors see.',
  },
  PREVIEW: {
    status: 403,
    message: 'Forms of this preview cannot be sent. Leave the preview to send the form.',
    why: 'The preview is on the host of the site, so its scripts act with the session of whoever opens it.',
    fix: 'Leave the preview. The operator can give previews a host of their own (PREVIEW_URL).',
  },
  CONTRACT_UNKNOWN: {
    status: 409,
    message: 'This page is out of date. Reload it and send again: what you typed is kept.',
    why: 'The post names a version of the form that the gateway does not serve. It serves the versions of live and leased releases.',
    fix: 'Reload the page: the lease of its release has ended, or the page is a preview that was never live.',
  },
  TOO_LARGE: {
    status: 413,
    message: 'This is larger than the form accepts.',
    why: 'The body is larger than the limit of its form.',
    fix: 'Shorten the text, or attach a smaller file.',
  },
  WRONG_TYPE: {
    status: 415,
    message: 'This kind of content is not accepted here.',
    why: 'The form does not accept this content type.',
    fix: 'Send application/json or a form post; a CV as multipart/form-data.',
  },
  METHOD: {
    status: 405,
    message: 'This address only accepts forms.',
    why: 'The address of a form only accepts POST.',
    fix: 'Send the form with POST.',
  },
  LIMITED: {
    status: 429,
    message: 'Too many forms were sent in a short time. Try again in a few minutes.',
    why: 'One address or all addresses together exceeded a limit (ENQUIRY_LIMIT_PER_ADDRESS; 300 posts of all addresses in a minute).',
    fix: 'Wait for the time in Retry-After. Behind a proxy, set TRUST_PROXY, so that each visitor has an address.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'We could not save this just now. Nothing is lost: try again in a moment.',
    why: 'The entry could not be written to the database or the disk.',
    fix: 'The cause is in the log. Check the disk and the database. Sending again is safe.',
  },
  FILES_FULL: {
    status: 507,
    message:
      'We have no room for another file just now. What you typed is still here: keep this page open and try again later.',
    why: 'The stored files together have reached their limit (ENQUIRY_FILES_MB). Stored files are not deleted to make room.',
    fix: 'Erase old entries (npm run inbox), shorten ENQUIRY_RETENTION_DAYS, or raise the limit.',
  },
  LINK_INVALID: {
    status: 410,
    message: 'This link is not valid any more',
    why: 'The signature is wrong, the link has expired, or the subscription has ended.',
    fix: 'Subscribe again. Links are signed with the secret in the data folder: restore it with the database.',
  },
  NO_CONNECTION: {
    status: 503,
    message: 'No answer came. What you typed is still here: check your connection and send it again.',
    why: 'The browser sent a form and received no response in time. The script of the page reports this with the status 0.',
    fix: 'Sending again is safe: the same content under the same key is one entry.',
  },
});
