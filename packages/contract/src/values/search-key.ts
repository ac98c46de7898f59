/**
 * What text is found and compared by: NFKC, case folded by way of capitals (ẞ and ß are both ss), white space collapsed. In PostgreSQL 18's words
 * `btrim(regexp_replace(normalize(lower(upper(lower(normalize(t, NFKC) collate pg_unicode_fast))), NFKC), '[ \t\n\r]+', ' ', 'g'), ' ')`.
 */
export function searchKey(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  return folded.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '')
}

/** A short name for addresses and files: `Fish & Chips` becomes `fish-chips`. Keeps letters and digits of any script; may be empty. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
}
