// How numbers are written: a minus is −, never a hyphen.

/** As it is, for totals: 12, −3. */
export function plain(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

/** With its sign, for what a deal brought: +3, −2, 0. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : plain(value)
}

/** Expected points, with two decimals unless told otherwise: +0.85, −1.20, 0. */
export function expected(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return '0'
  return value < 0 ? `−${text}` : `+${text}`
}
