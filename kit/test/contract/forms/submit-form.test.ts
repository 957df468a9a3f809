import { describe, expect, test, vi } from 'vitest';
import { createSubmitter, type SubmitterDeps } from '../../../src/contract/forms/submit-form.ts';
import { application, contact } from '../fixtures/sample-forms.ts';

const enquiry = {
  name: 'Ada',
  email: 'ada@example.com',
  company: '',
  topic: 'robotics',
  message: 'Hello.',
  consent: 'yes',
};
function formOf(values: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}
function setUp(...answers: (Response | Error)[]) {
  let ids = 0;
  let now = 1_000;
  const post = vi.fn<SubmitterDeps['post']>(async () => {
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new TypeError('offline');
    return { status: answer.status, text: await answer.text() };
  });
  const sending = vi.fn<() => void>();
  const deps = {
    openedAt: now,
    post,
    now: () => now,
    randomId: () => `id-${ids++}`,
    wait: async (ms: number) => void (now += ms),
    sending,
  };
  const sent = () => post.mock.calls.map(([{ body }]) => JSON.parse(body as string));
  return { deps, post, sending, sent, wait: (ms: number) => (now += ms) };
}
const ok = () => Response.json({ ok: true, message: 'Thank you.' });

describe('createSubmitter', () => {
  test('sends no request while a field is invalid', async () => {
    const { deps, post, sending } = setUp();
    const answer = await createSubmitter(contact, deps)(formOf({ ...enquiry, email: 'ada' }));
    expect(answer).toMatchObject({ ok: false, status: 422, message: 'One field needs another look.' });
    expect([post.mock.calls.length, sending.mock.calls.length]).toEqual([0, 0]);
  });

  test('speaks of one wrong field only in a form with several', async () => {
    const [field] = contact.fields.filter(({ name }) => name === 'email');
    const { deps } = setUp();
    const answer = await createSubmitter({ ...contact, fields: [field!] }, deps)(formOf({ email: 'ada' }));
    expect(answer).toMatchObject({ ok: false, message: 'This needs another look.' });
  });

  test('sends the elapsed time and the version of the form', async () => {
    const { deps, sending, sent, wait } = setUp(ok());
    const submit = createSubmitter(contact, deps);
    wait(5_400);
    expect(await submit(formOf(enquiry))).toEqual({ ok: true, message: 'Thank you.' });
    expect(sending).toHaveBeenCalledOnce();
    expect(sent()[0]).toEqual({
      ...enquiry,
      contract: 'contact@1',
      idempotencyKey: 'id-0',
      elapsedMs: 5_400,
      website: '',
    });
  });

  test('delays a post that is too fast for a person', async () => {
    const { deps, sent, wait } = setUp(ok());
    const submit = createSubmitter(contact, deps);
    wait(300);
    await submit(formOf(enquiry));
    expect(sent()[0].elapsedMs).toBe(2_150);
  });

  test('reuses the key for a retry of the same content, and makes a new one after a change or a success', async () => {
    const { deps, sent } = setUp(new TypeError('offline'), ok(), ok(), ok());
    const submit = createSubmitter(contact, deps);
    expect(await submit(formOf(enquiry))).toMatchObject({
      ok: false,
      status: 0,
      code: 'FORM_NO_CONNECTION',
    });
    await submit(formOf(enquiry));
    await submit(formOf(enquiry));
    await submit(formOf({ ...enquiry, message: 'Another.' }));
    expect(sent().map((body) => body.idempotencyKey)).toEqual(['id-0', 'id-0', 'id-1', 'id-2']);
  });

  test.each([
    [
      'field errors',
      422,
      { code: 'FORM_INVALID', message: 'm', fields: { email: 'e' } },
      'FORM_INVALID',
      { email: 'e' },
    ],
    ['a rate limit', 429, { code: 'FORM_LIMITED', message: 'm' }, 'FORM_LIMITED', {}],
    ['the error page of a proxy', 502, undefined, 'FORM_UNAVAILABLE', {}],
    ['a success of the wrong shape', 200, { ok: 'yes' }, 'FORM_UNAVAILABLE', {}],
  ])('returns %s', async (_, status, body, code, fields) => {
    const response = body ? Response.json(body, { status }) : new Response('<html>', { status });
    const answer = await createSubmitter(contact, setUp(response).deps)(formOf(enquiry));
    expect(answer).toMatchObject({ ok: false, status, code, fields });
  });

  test('sends a file as multipart, after the text fields', async () => {
    const { deps, post } = setUp(ok());
    const cv = new File(['%PDF-1.7 %%EOF'], 'cv.pdf', { type: 'application/pdf' });
    await createSubmitter(application, deps)(formOf({ ...enquiry, role: 'engineer', cv }));
    const body = post.mock.calls[0]![0].body as FormData;
    expect([...body.keys()].at(-1)).toBe('cv');
    expect((body.get('cv') as File).name).toBe('cv.pdf');
    expect(body.get('idempotencyKey')).toBe('id-0');
  });
});
