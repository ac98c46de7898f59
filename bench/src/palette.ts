import { plainFormat, searchContract } from '@larder/contract'
import { databaseUrl, withClient } from './postgres.ts'
import { atMost, type Claim } from './targets.ts'
import { waitedFor } from './waited.ts'
import type { World } from './world.ts'

const asked = 40
const target = 100

interface Sample {
  number: string
  name: string
  phone: string
  store: string
}

/** What the palette is typed into, by kind, each from the first letters that are searched for on. */
const kinds: Readonly<Record<string, (sample: Sample) => string>> = {
  'the number of an order': ({ number }) => number,
  'a phone': ({ phone }) => phone.slice(-10),
  'the last digits of a phone': ({ phone }) => phone.slice(-5),
  'a customer': ({ name }) => name,
  'the first letters of a name': ({ name }) => name.slice(0, 3),
  'a store': ({ store }) => store,
  'what is not there': ({ number }) => `no such ${number}`,
}

/** The palette at the size of a world: how long one waits for records of every kind. */
export async function measurePalette(world: World): Promise<Claim[]> {
  const { rows } = await withClient(databaseUrl(world.dataDir, 'larder'), (client) =>
    client.query<Sample>(
      `select orders.number, customer.name, customer.phone, store.display_name as store from orders
         join customer on customer.id = customer_id join store on store.id = store_id where orders.id = any($1)`,
      [world.ids.slice(0, asked)],
    ),
  )
  const claims: Claim[] = []
  for (const [kind, typed] of Object.entries(kinds)) {
    const paths = rows.map((sample) => `${searchContract.find.path}?q=${encodeURIComponent(typed(sample))}`)
    await waitedFor(world, paths.slice(0, 5))
    const what = `palette, ${plainFormat.number(world.orders)} orders: ${kind}, p95`
    claims.push(atMost(what, await waitedFor(world, paths), target, 'ms'))
  }
  return claims
}
