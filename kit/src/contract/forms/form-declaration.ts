import { z } from 'zod';
import { patternIssue } from '../routing/url-pattern.ts';
import { FILE_TYPE_NAMES } from '../file-types.ts';
import { ENVELOPE, isFileField, MAX_FILE_BYTES } from './form-envelope.ts';

type FormDeclaration = z.infer<typeof formSchema>;

/** The limits of a release's forms: a post of any form fits the body limit of the gateway. */
const MAX = {
  forms: 20,
  fields: 16,
  options: 60,
  characters: 10_000,
  label: 80,
  text: 300,
  elapsedMs: 10_000,
};

/** Properties of HTMLFormElement, which a field of that name would hide. */
const OF_THE_ELEMENT = ['action', 'elements', 'length', 'method', 'reset', 'submit'];
const RESERVED = new Set<string>([...ENVELOPE, ...OF_THE_ELEMENT]);

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u, 'holds control characters');
const fieldName = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'not the name of a field')
  .refine((name) => !RESERVED.has(name) && !(name in Object.prototype), {
    error: ({ input }) => `no field may have the name ${String(input)}: it is the platform's`,
  });

/** A list whose length is checked before its items. */
function bounded<Item extends z.ZodType>(item: Item, min: number, max: number) {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(item)).readonly();
}

const bound = z.union([z.number(), z.iso.date()]);
const BOUND_TYPES = new Map<string, string>([
  ['date', 'string'],
  ['number', 'number'],
]);

const fieldSchema = z
  .strictObject({
    name: fieldName,
    /** As in "Enter {label}", lower case with its article: `your name`. */
    label: text(MAX.label),
    kind: z.enum([
      'line', // one line of text: control characters and line breaks are refused
      'text', // several lines
      'email',
      'choice', // one of `options`
      'slug', // `a-z0-9-`: which of the pages of its route the form is on
      'links', // http(s) addresses, one a line
      'consent', // a checkbox: "yes"
      'checkbox', // the same for anything else, which may stay empty
      'date', // "2026-12-31"
      'number', // as digits, with a point
      'pdf', // a file; its content is checked by the server alone
      'file', // a file of one of `types`, checked as a PDF is
    ]),
    required: z.boolean(),
    /** Characters (UTF-16 units, as `maxlength` counts), lines counted as one each; bytes for a file. */
    max: z.int().min(1).max(MAX_FILE_BYTES),
    options: bounded(
      z.strictObject({
        value: z.string().regex(/^[\w-]{1,80}$/, 'not the value of an option'),
        label: text(MAX.label),
      }),
      1,
      MAX.options,
    ).exactOptional(),
    /** Media types of a file. */
    types: bounded(z.enum(FILE_TYPE_NAMES), 1, FILE_TYPE_NAMES.length).exactOptional(),
    /** First and last value of a date ("2026-12-31") or a number. */
    from: bound.exactOptional(),
    to: bound.exactOptional(),
    /** Of a number, as in HTML: 1 for whole numbers, which is the default; 0.01 for amounts of money. */
    step: z.number().positive().exactOptional(),
    /** Shown instead of "Enter {label}." when a required field is empty. */
    missing: text(MAX.text).exactOptional(),
    /** Of a slug: the parameter of the form's `page` that it stands for. */
    parameter: z.string().max(40).exactOptional(),
    /** Of a slug: shown when the page that it names is not there any more. */
    gone: text(MAX.text).exactOptional(),
    /** Earlier names of the field: values that an older page posts under them are stored under the new one. */
    formerly: bounded(fieldName, 1, 5).exactOptional(),
  })
  .superRefine((field, context) => {
    const refuse = (message: string, at: string) =>
      context.addIssue({ code: 'custom', path: [at], message: `${field.name}: ${message}` });
    const { kind, options, parameter } = field;
    for (const end of ['from', 'to'] as const)
      if (field[end] !== undefined && typeof field[end] !== BOUND_TYPES.get(kind))
        refuse('a date has bounds like "2026-12-31", a number has numbers, nothing else has bounds', end);
    if (kind !== 'number' && field.step !== undefined) refuse('only a number has a step', 'step');
    if ((kind === 'file') !== (field.types !== undefined))
      refuse('a file has types, nothing else has', 'types');
    if (!isFileField(field) && field.max > MAX.characters)
      refuse(`at most ${MAX.characters} characters`, 'max');
    if ((kind === 'choice') !== (options !== undefined))
      refuse('a choice has options, nothing else has', 'options');
    if ((kind === 'slug') !== (parameter !== undefined))
      refuse('a slug names the parameter of the page that it stands for, nothing else does', 'parameter');
    if (kind === 'slug' && !field.required) refuse('without it the page is unknown', 'required');
    if (isFileField(field) && field.formerly) refuse('a file keeps its name', 'formerly');
    if (kind !== 'slug' && field.gone !== undefined) refuse('only what names a page can be gone', 'gone');
  });

export const formSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'not the name of a form'),
    /**
     * Raised whenever an older page's post would no longer be valid: its pages may be open for as long as they are
     * leased.
     */
    version: z.int().min(1).max(9_999),
    /** The purpose of a post: an entry in the owner's inbox, or an address that a link in a mail confirms. */
    kind: z.enum(['enquiry', 'subscription']),
    /** Where it is posted to: `/api/contact`. */
    action: z.string().regex(/^\/api\/[a-z][a-z0-9-]{0,39}$/, 'not the address of a form (/api/name)'),
    /**
     * The route of the app that it is on, `/careers/:slug`: shows the errors and the thanks where there is no
     * JavaScript. A subscription has none: it is on any page.
     */
    page: z
      .string()
      .refine((pattern) => patternIssue('route', pattern) === undefined, 'not the pattern of a route')
      .exactOptional(),
    /** In the order of the form. */
    fields: bounded(fieldSchema, 1, MAX.fields),
    /** A scripted post that was quicker is not a person's (ms). */
    minElapsedMs: z.int().min(0).max(MAX.elapsedMs),
    /** The message to the visitor once the entry is stored. */
    thanks: text(MAX.text),
  })
  .superRefine((form, context) => {
    for (const [at, message] of formIssues(form)) context.addIssue({ code: 'custom', path: [at], message });
  });

/** The forms of a release: closed kinds, bounded lengths, nothing in them is ever evaluated. */
export const formDeclarations = bounded(formSchema, 0, MAX.forms);

/** @returns the contradictions of a form: the property and the reason. */
function* formIssues(form: FormDeclaration): Generator<[keyof FormDeclaration, string]> {
  const { fields, kind, page } = form;
  const names = fields.map(({ name }) => name);
  if (new Set(names).size < names.length) yield ['fields', 'two fields have one name'];
  const address = fields.find(({ name }) => name === 'email');
  if (address && address.kind !== 'email')
    yield ['fields', 'the field email has the kind email: by it an entry is answered and erased'];
  if (kind === 'subscription' && !address?.required)
    yield ['fields', 'a subscription needs a required field email'];
  if (fields.filter(isFileField).length > 1) yield ['fields', 'more than one file'];
  const characters = fields.reduce((sum, field) => sum + (isFileField(field) ? 0 : field.max), 0);
  if (characters > MAX.characters)
    yield ['fields', `all fields together hold more than ${MAX.characters} characters`];
  if (kind === 'subscription' && fields.length > 1)
    yield ['fields', 'a subscription keeps the address alone'];
  if ((kind === 'subscription') !== (page === undefined))
    yield ['page', 'an enquiry is on a page of its app, a subscription on any page'];
  const parameters = (page?.match(/:\w+/g) ?? []).map((parameter) => parameter.slice(1));
  const named = fields.flatMap(({ parameter }) => parameter ?? []);
  if (named.length !== parameters.length || !parameters.every((parameter) => named.includes(parameter)))
    yield ['fields', 'each parameter of the page needs one slug that names it'];
}
