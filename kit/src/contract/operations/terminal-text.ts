/**
 * Escape sequences of ECMA-48: control sequences (`ESC [ … letter`), strings (`ESC ] … BEL`), and the short ones. No
 * part contains a control character, so each scan ends at the next one.
 */
const ESCAPE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_]\P{Cc}*(?:\u0007|\u001B\\)|[ -/]*[0-~])/gu;
/** Line breaks and tabs stay. Bidirectional controls show a text in another order than it has (Trojan Source). */
const ACTED_ON = /(?!\r\n)[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** @returns the text without control characters of terminals. */
export function terminalText(text: string): string {
  return text.replace(ESCAPE, '').replace(ACTED_ON, '');
}

/** @param json as `JSON.stringify` writes it. @returns the same value, with these characters as `\u…`. */
export function terminalJson(json: string): string {
  return json.replace(ACTED_ON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
