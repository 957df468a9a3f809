// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { keepClicks } from '../../src/bootstrap/keep-clicks.ts';

it('stores the last click in each interactive island, and none elsewhere', () => {
  document.body.innerHTML = `<div data-interactive="blog"><button><b>1</b></button><button>2</button></div>
    <div data-interactive="blog"></div><button>3</button>`;
  const clicks = keepClicks(document);
  const [first, second] = document.querySelectorAll('[data-interactive]');
  const [one, two, three] = document.querySelectorAll('button');
  one!.firstElementChild!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(clicks.get(first!)).toBe(one!.firstElementChild);
  for (const button of [two!, three!]) button.click();
  expect([clicks.get(first!), clicks.get(second!)]).toEqual([two, undefined]);
});
