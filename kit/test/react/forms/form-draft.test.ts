import { describe, expect, test } from 'vitest';
import { keepDraft } from '../../../src/react/forms/mounted-form.ts';
import type { TabStorage } from '../../../src/react/refusable.ts';
import { application, contact } from '../../contract/fixtures/sample-forms.ts';

/** The part of a form that `keepDraft` uses. */
class FakeForm extends EventTarget {
  controls: Record<string, { value: string }>;
  constructor(values: Record<string, string>) {
    super();
    this.controls = Object.fromEntries(
      [...contact.fields, ...application.fields].map(({ name }) => [name, { value: values[name] ?? '' }]),
    );
  }
  get elements() {
    return { namedItem: (name: string) => this.controls[name] ?? null };
  }
  type(name: string, value: string): void {
    this.controls[name]!.value = value;
    this.dispatchEvent(new Event('input'));
  }
  reset(): void {
    for (const control of Object.values(this.controls)) control.value = '';
  }
}

function fakeStorage(): TabStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as TabStorage;
}
const keep = (form: FakeForm, storage: TabStorage) =>
  keepDraft(contact, form as unknown as HTMLFormElement, storage);

describe('keepDraft', () => {
  test('restores text after a reload, and reports it as unsent', () => {
    const storage = fakeStorage();
    const before = new FakeForm({});
    keep(before, storage);
    before.type('message', 'Half a thought');
    const after = new FakeForm({});
    const draft = keep(after, storage);
    expect(after.controls['message']!.value).toBe('Half a thought');
    expect(draft.dirty()).toBe(true);
  });

  test('stores text that was typed before the script loaded', () => {
    const storage = fakeStorage();
    const early = new FakeForm({ message: 'Typed at once' });
    expect(keep(early, storage).dirty()).toBe(true);
    const after = new FakeForm({});
    keep(after, storage);
    expect(after.controls['message']!.value).toBe('Typed at once');
  });

  test('does not overwrite a field with text', () => {
    const storage = fakeStorage();
    const before = new FakeForm({});
    keep(before, storage);
    before.type('name', 'Ada');
    const after = new FakeForm({ name: 'Grace' });
    keep(after, storage);
    expect(after.controls['name']!.value).toBe('Grace');
  });

  test('restores the text of a role only into the form of that role', () => {
    const storage = fakeStorage();
    const forRole = (role: string) => {
      const form = new FakeForm({ role });
      keepDraft(application, form as unknown as HTMLFormElement, storage);
      return form;
    };
    forRole('engineer').type('message', 'I build engines.');
    expect(forRole('designer').controls['message']!.value).toBe('');
    expect(forRole('engineer').controls['message']!.value).toBe('I build engines.');
  });

  test('stores neither consent nor honeypot', () => {
    const storage = fakeStorage();
    const form = new FakeForm({ consent: 'yes' });
    keep(form, storage);
    form.type('name', 'Ada');
    expect(Object.keys(JSON.parse(storage.getItem('draft:contact@1')!))).toEqual([
      'name',
      'email',
      'company',
      'topic',
      'message',
    ]);
  });

  test('deletes the draft after a success', () => {
    const storage = fakeStorage();
    const form = new FakeForm({});
    const draft = keep(form, storage);
    form.type('name', 'Ada');
    draft.clear();
    expect(draft.dirty()).toBe(false);
    expect(storage.getItem('draft:contact@1')).toBeNull();
  });

  test('ignores a storage that contains broken JSON', () => {
    const form = new FakeForm({});
    const draft = keep(form, { getItem: () => '{"name":7', setItem: () => {} } as unknown as TabStorage);
    form.type('name', 'Ada');
    expect(draft.dirty()).toBe(true);
  });
});
