import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CheckField, ErrorSummary, Field, Honeypot } from '../../../src/react/forms/field.tsx';
import { contact } from '../../contract/fixtures/sample-forms.ts';

it('ties a label, its control and the slot for its error together', () => {
  const html = renderToStaticMarkup(
    <Field contract={contact} name="email" label="Email" note="optional">
      {(attributes) => <input {...attributes} />}
    </Field>,
  );
  expect(html).toMatch(/<label [^>]*for="contact-email">Email<span[^>]*> optional</);
  expect(html).toMatch(/<input [^>]*aria-describedby="contact-email-error"/);
  expect(html).toMatch(/<p id="contact-email-error" data-error-for="email" [^>]*hidden=""><\/p>/);
});

it('has a box that says yes, with its text as label and a slot as well', () => {
  const html = renderToStaticMarkup(
    <CheckField contract={contact} name="consent">
      I agree
    </CheckField>,
  );
  expect(/<input [^>]*id="contact-consent"[^>]*>/.exec(html)?.[0]).toMatch(/type="checkbox".* value="yes"/);
  expect(html).toContain('<label for="contact-consent">I agree</label>');
  expect(html).toContain('data-error-for="consent"');
});

it('shows no error before there is one, and says one at once', () => {
  expect(renderToStaticMarkup(<ErrorSummary />)).toMatch(
    /data-form-summary="true" role="alert" tabindex="-1"[^>]*hidden=""><\/div>/i,
  );
});

it('keeps people out of the field for scripts: out of sight, of the tab order and of assistive technology', () => {
  const html = renderToStaticMarkup(<Honeypot form="contact" />);
  expect(html).toContain('aria-hidden="true"');
  expect(html).toMatch(/<input id="contact-website" tabindex="-1" autocomplete="off" name="website"/i);
});
