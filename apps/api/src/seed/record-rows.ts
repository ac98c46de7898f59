import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { City } from './city.ts'
import type { Random } from './random.ts'

type Rows = { [T in keyof DB]?: readonly Insertable<DB[T]>[] }

/** The id of the demo's account with a role, by the role's key. */
type AccountOf = (role: string) => string

/** Demo rows of a kind of record to which no other rows refer, by their tables, a parent before what refers to it. Stores, riders, customers and staff are there. */
export type DemoRows = (city: City, random: Random, accountOf: AccountOf) => Rows

const folder = join(import.meta.dirname, 'records')

/** The rows of each file of `records`, drawn from a stream of its own. */
export async function recordRows(city: City, accountOf: AccountOf): Promise<[table: keyof DB, rows: never[]][]> {
  const files = readdirSync(folder).sort()
  const drawn = files.map(async (file) => {
    const { rows } = (await import(/* @vite-ignore */ join(folder, file))) as { rows: DemoRows }
    return Object.entries(rows(city, city.stream(basename(file, '.ts')), accountOf))
  })
  return (await Promise.all(drawn)).flat() as [keyof DB, never[]][]
}
