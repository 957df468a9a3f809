import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CheckField, ErrorSummary, Field, Honeypot } from '../../../src/react/forms/field.tsx';
import { contact } from '../../contract/fixtures/sample-forms.ts';

it('connects a label, its control and the slot for its error', () => {
  const html = renderToStaticMarkup(
    <Field declaration={contact} name="email" label="Email" note="optional">
      {(attributes) => <input {...attributes} />}
    </Field>,
  );
  expect(html).toMatch(/<label [^>]*for="contact-email">Email <span[^>]*>optional</);
  expect(html).toMatch(/<input [^>]*aria-describedby="contact-email-error"/);
  expect(html).toMatch(/<p id="contact-email-error" data-error-for="email" [^>]*hidden=""><\/p>/);
});

it('renders a checkbox with the value yes, its text as label, and an error slot', () => {
  const html = renderToStaticMarkup(
    <CheckField declaration={contact} name="consent">
      I agree
    </CheckField>,
  );
  expect(/<input [^>]*id="contact-consent"[^>]*>/.exec(html)?.[0]).toMatch(/type="checkbox".* value="yes"/);
  expect(html).toContain('<label for="contact-consent">I agree</label>');
  expect(html).toContain('data-error-for="consent"');
});

it('renders an empty summary as a hidden alert', () => {
  expect(renderToStaticMarkup(<ErrorSummary />)).toMatch(
    /data-form-summary="true" role="alert" tabindex="-1"[^>]*hidden=""><\/div>/i,
  );
});

it('hides the honeypot from sight, tab order and assistive technology', () => {
  const html = renderToStaticMarkup(<Honeypot form="contact" />);
  expect(html).toContain('aria-hidden="true"');
  expect(html).toMatch(/<input id="contact-website" tabindex="-1" autocomplete="off" name="website"/i);
});
