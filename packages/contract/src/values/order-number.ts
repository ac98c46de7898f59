// Apart from their branch's code only figures of some length: "Milma 50" is sold, and a customer called "Anu 5".
const written = /^#? ?([a-z]{2,5})(?:(?: ?- ?)?(\d+)| (\d{3,}))$/i

/**
 * The number of an order, or the beginning of one, as orders have it (`EKM-36944`), of what people write for it: in any case, with `#` before
 * it, with a space, another dash or nothing for the hyphen, among the marks of a sentence or hidden ones that came along. Null for what is none.
 */
export function orderNumberOf(text: string): string | null {
  const [, code, joined, apart] = written.exec(plain(text)) ?? []
  return code === undefined ? null : `${code.toUpperCase()}-${joined ?? apart}`
}

/** As it would be typed. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^["'“‘(\s]+|["'”’).,;:!?\s]+$/g, '')
}
