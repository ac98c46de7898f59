// Apart from their branch's code only figures of some length: "Milma 50" is sold, and a customer called "Anu 5".
const written = /^#?\s*([a-z]{2,5})(?:-?(\d+)|\s(\d{3,}))$/i

/**
 * The number of an order, or the beginning of one, as orders have it (`EKM-36944`), of what people write for it: in any case, with `#` before
 * it, with a space or nothing for the hyphen. Null for what is none.
 */
export function orderNumberOf(text: string): string | null {
  const [, code, joined, apart] = written.exec(text.trim()) ?? []
  return code === undefined ? null : `${code.toUpperCase()}-${joined ?? apart}`
}
