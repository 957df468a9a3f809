/** @param time ms since the epoch */
export function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** @returns `12,345` in every locale */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
