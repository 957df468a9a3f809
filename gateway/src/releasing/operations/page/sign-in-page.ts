import { type Html, html } from './html.ts';

export function signInPage(failed: boolean): Html {
  return html`<h1>Sign in</h1>
    ${
      failed &&
      html`<p class="notice bad" role="alert" id="wrong">
        This token does not work. It may be mistyped, expired or revoked.
      </p>`
    }
    <form class="card" method="post" action="/-/sign-in">
      <label for="token">Token</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="current-password"
        required
        autofocus
        spellcheck="false"
        ${failed && html`aria-invalid="true" aria-describedby="wrong"`}
      />
      <p class="hint">The token of your team, or of an operator. It is not kept in the browser.</p>
      <button>Sign in</button>
    </form>`;
}
