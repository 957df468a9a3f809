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
    message: 'That was quicker than a person can type. Wait a moment and send it again.',
    why: 'A scripted post has to say how long the form was open (`elapsedMs`), and it was shorter than the contract allows, or not given.',
    fix: 'Send the time since the form was shown, in milliseconds.',
  },
  UNREADABLE: {
    status: 400,
    message: 'This could not be read. Reload the page and send it again.',
    why: 'The body is not what its content type says, repeats a field, or its idempotency key is malformed.',
    fix: 'Send one JSON object, or a form as browsers encode it.',
  },
  CROSS_SITE: {
    status: 403,
    message: 'This form can only be sent from its own page.',
    why: 'Sec-Fetch-Site or Origin says that another site posted it.',
    fix: 'Post from a page of the site; behind a proxy, check that SITE_URL is the address that visitors see.',
  },
  CONTRACT_UNKNOWN: {
    status: 409,
    message: 'This page is out of date. Reload it and send again: what you typed is kept.',
    why: 'The post names a version of the form that the gateway does not serve (it serves the live one, and those of releases that are still leased).',
    fix: 'Reload the page: it is older than the lease of its release, or a preview that was never live.',
  },
  TOO_LARGE: {
    status: 413,
    message: 'This is more than the form accepts.',
    why: 'The body is larger than the limit of its form.',
    fix: 'Shorten the text, or attach a smaller file.',
  },
  WRONG_TYPE: {
    status: 415,
    message: 'This kind of content is not accepted here.',
    why: 'The content type is none that the form takes.',
    fix: 'Send application/json or a form post; a CV as multipart/form-data.',
  },
  METHOD: {
    status: 405,
    message: 'Forms are posted here.',
    why: 'The address of a form takes posts alone.',
    fix: 'Send the form with POST.',
  },
  LIMITED: {
    status: 429,
    message: 'That is more than we can take at once. Try again in a few minutes.',
    why: 'One address, or all together, sent more than the limits allow (ENQUIRY_LIMIT_PER_ADDRESS, ENQUIRY_LIMIT_TOTAL).',
    fix: 'Wait for the time that Retry-After gives; behind a proxy, set TRUST_PROXY so that visitors count one by one.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'We could not keep this just now. Nothing is lost: try again in a moment.',
    why: 'The database or the disk refused the entry, so it was not thanked for.',
    fix: 'The cause is in the log; check the disk and the database. Sending again is safe.',
  },
  NONE_TAKEN: {
    status: 503,
    message: 'This site takes no forms just now. Copy what you typed, and try again later.',
    why: 'The gateway runs without the package that stores and delivers posts of forms (enquiries).',
    fix: 'Run the gateway with that package, or publish releases that declare no forms.',
  },
  FILES_FULL: {
    status: 507,
    message:
      'We have no room for another file just now. What you typed is still here: keep this page open and try again later.',
    why: 'All kept files together have reached their limit (ENQUIRY_FILES_MB); what is kept already is not touched.',
    fix: 'Erase what is no longer needed (npm run inbox), shorten ENQUIRY_RETENTION_DAYS, or raise the limit.',
  },
  LINK_INVALID: {
    status: 410,
    message: 'This link is not valid any more',
    why: 'The signature does not fit, the link is past its time, or the subscription is gone.',
    fix: 'Subscribe again. Links are signed with the secret in the data folder: restore it with the database.',
  },
  NO_CONNECTION: {
    status: 503,
    message: 'No answer came. What you typed is still here: check your connection and send it again.',
    why: 'The browser sent a form and got no answer in time; what says so runs in the browser and gives 0 for the status.',
    fix: 'Sending again is safe: the same content under the same key is one entry.',
  },
});
