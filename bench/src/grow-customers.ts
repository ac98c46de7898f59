import type { Client } from 'pg'
import { agedAt, agedId, grow } from './grow.ts'

/** What tells a grown customer from the demo's. */
export const grownMail = (n: string) => `customer${n}@example.org`

/** Customers of as many first names as the demo has, with some five thousand family names; each with a phone of its own. */
export function growCustomers(client: Client, rows: number, tell: (step: string) => void): Promise<void> {
  const at = agedAt(rows)
  const family = [places('bcdfghjklmnprstvwyz', 1), places('aeiou', 19), places('bdkmnrstlz', 95), places('aeiou', 950), "'n'"].join(' || ')
  const name = `split_part(one.name, ' ', 1) || ' ' || initcap(${family})`
  const sets = {
    id: agedId(rows),
    name,
    search: `lower(${name})`,
    phone: "'+4474' || lpad((n * 2654435761 % 100000000)::text, 8, '0')",
    created_at: at,
    updated_at: at,
    last_order_at: at,
    first_order_at: at,
    email: `'${grownMail("' || n || '")}'`,
  }
  return grow(client, [{ table: 'customer', rows, like: 'erasure is null and phone is not null', sets }], tell)
}

/** One of some letters, of the number of a row. */
function places(letters: string, apart: number): string {
  return `substr('${letters}', 1 + (n * 2654435761 / ${apart} % ${letters.length})::int, 1)`
}
