/** A line of a cart as it is kept. */
export interface CartLine {
  itemId: string
  name: string
  quantity: number
  unitPriceMinor: number
}

/** The lines after one of them was set: quantity 0 takes it out, a new item goes to the end. Pure. */
export function setLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  if (line.quantity === 0) return lines.filter(({ itemId }) => itemId !== line.itemId)
  return lines.some(({ itemId }) => itemId === line.itemId)
    ? lines.map((known) => (known.itemId === line.itemId ? line : known))
    : [...lines, line]
}

export function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity, unitPriceMinor }) => sum + quantity * unitPriceMinor, 0)
}
