import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { openedBy, orderedBy } from './customer.whose.ts'
import type { Person } from './erasure.words.ts'

interface Known {
  id: string
  name: string
  phone: string | null
  email: string | null
  addresses: unknown
}

type Place = Partial<Record<'line1' | 'line2' | 'instructions', string | null>>

/** Everything by which a customer's records, what stood in them before, and their orders name the person. */
export async function whoIs(db: Transaction<DB>, rows: readonly Known[]): Promise<Person> {
  const ids = sql`${rows.map(({ id }) => id)}::uuid[]`
  const { rows: told } = await sql<{ name: string; phone: string; address: Place | null }>`
    select distinct customer_name as name, customer_phone as phone, address from orders where ${orderedBy(ids)}`.execute(db)
  const before = await valuesBefore(db, ids)
  const { rows: merged } = await sql<{ number: string }>`select number from ticket where ${openedBy('ticket', ids)} and exists (
    select from audit_entry where entity = 'ticket' and entity_id = ticket.id::text and action = 'merge')`.execute(db)
  const places = [
    ...rows.flatMap(({ addresses }) => addresses as Place[]),
    ...told.flatMap(({ address }) => address ?? []),
    ...before.places,
  ]
  return {
    names: present([...rows.map(({ name }) => name), ...told.map(({ name }) => name), ...before.names]),
    phones: present([...rows.map(({ phone }) => phone), ...told.map(({ phone }) => phone)]),
    emails: present([...rows.map(({ email }) => email), ...before.emails]),
    lines: present(places.flatMap(({ line1, line2, instructions }) => [line1, line2, instructions])),
    mergedTickets: merged.map(({ number }) => number),
    firstLines: present(places.map(({ line1 }) => line1)),
  }
}

const present = (values: readonly unknown[]) =>
  [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[]

interface Before {
  name: string | null
  email: string | null
  addresses: unknown
}

/** What they were called, where they were written to and lived, before it was changed: as their entries have it. An address of e-mail that came by a merge is somebody else's again. */
async function valuesBefore(db: Transaction<DB>, ids: RawBuilder<unknown>) {
  const { rows } = await sql<Before>`
    select distinct side ->> 'name' as name, side -> 'addresses' as addresses,
      case when not exists (select from customer where lower(email) = lower(side ->> 'email') and id <> all(${ids})) then side ->> 'email' end as email
    from audit_entry cross join lateral unnest(array[old, new]) as side
    where entity = 'customer' and entity_id = any(${ids}::text[])`.execute(db)
  const whole = (values: readonly (string | null)[]) => values.filter((value) => value !== null && !/[[•*]/.test(value)) as string[]
  return {
    names: whole(rows.map(({ name }) => name)),
    emails: whole(rows.map(({ email }) => email)),
    places: rows.flatMap(({ addresses }) => (Array.isArray(addresses) ? (addresses as Place[]) : [])),
  }
}
