/** Digits in groups as people write them, `1,234` and `12,34,567`, or without: a comma elsewhere may be somebody's decimal point. */
const written = /^[+-]?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+|(?=\.\d))(?:\.\d*)?$/

/** Reads what a person typed as a number: `1,250.5`, `12,34,567`, `-5`, `.5`. Null when it is none: `1,05`, `1e3`, `0x10`, the empty text. */
export function parseNumber(text: string): number | null {
  const plain = text.trim()
  return written.test(plain) ? Number(plain.replaceAll(',', '')) : null
}
