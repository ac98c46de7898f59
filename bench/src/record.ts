import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auditEntryContract, auditVerdictContract, plainFormat, taskContract } from '@larder/contract'
import type { Client } from 'pg'
import { median, quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { startProduct } from './processes.ts'
import { ask, signIn } from './session.ts'
import { atMost, type Claim } from './targets.ts'
import { askedFor } from './waited.ts'

/** So many entries in all, from the least on: each size is what the one before has, and more. */
const sizes = (process.env.BENCH_ENTRIES ?? '10000,1000000').split(',').map(Number)
const verified = 1_000_000
const verifications = 3
const asked = 200
const atOnce = 50_000
const entriesPerRecord = 5
const pollMs = 200
// Every minute what is new is sealed.
const sealedWithinMs = 15 * 60_000

/** The record of changes, size after size: what its list takes however it is cut, and how long verifying all of it takes. */
export async function measureRecord(folder: string, tell: (step: string) => void): Promise<Claim[]> {
  const dataDir = join(folder, 'record')
  const product = await startProduct(dataDir, { DEMO_ORDERS: '1000', LOG_LEVEL: 'error' }, tell)
  const claims: Claim[] = []
  const first = new Map<string, number>()
  try {
    for (const size of sizes.toSorted((a, b) => a - b)) {
      await withClient(databaseUrl(dataDir, 'larder'), (client) => fill(client, size, tell))
      const token = await signIn(product.address)
      for (const [cut, paths] of Object.entries(await pathsOf(dataDir, size))) {
        await askedFor(product.address, token, paths.slice(0, 20))
        const times = await askedFor(product.address, token, paths)
        const [p50, p95] = [median(times), quantile(times, 0.95)]
        const least = first.get(cut) ?? p50
        first.set(cut, least)
        // What is measured in fractions of milliseconds differs by as much from one moment to the next.
        claims.push(
          atMost(`record of ${plainFormat.number(size)} entries: ${cut}, p50 (p95 ${p95.toFixed(1)} ms)`, p50, Math.ceil(least * 2), 'ms'),
        )
      }
      if (size < verified) continue
      tell(`verifying ${plainFormat.number(size)} entries`)
      const seconds: number[] = []
      for (let round = 0; round < verifications; round++) seconds.push(await verify(product.address, token))
      const target = (15 * size) / verified
      claims.push(atMost(`record of ${plainFormat.number(size)} entries: verified, with every seal`, median(seconds), target, 's'))
    }
    return claims
  } finally {
    await product.stop()
  }
}

/** Entries of orders, by twenty people, from a year ago on; their chains by the table's own trigger, their seals by the product's own job. */
async function fill(client: Client, size: number, tell: (step: string) => void): Promise<void> {
  const { rows } = await client.query<{ entries: string }>('select count(*) as entries from audit_entry')
  const there = Number(rows[0]?.entries)
  await client.query('set enable_seqscan = off')
  for (let from = there; from < size; from += atOnce) {
    const to = Math.min(size, from + atOnce)
    await client.query(
      `insert into audit_entry (at, actor_kind, actor_id, actor_name, role, address, action, entity, entity_id, branch_id, store_id, old, new, reason, request_id)
       select now() - interval '1 year' + make_interval(secs => n * 31536000.0 / ${Math.max(...sizes)}), 'staff', person.id, person.name, 'office-staff', '10.0.' || n % 50 || '.' || n % 200,
         (array['accept', 'startPreparing', 'markReady', 'pickUp', 'deliver'])[1 + n / $3 % ${entriesPerRecord}], 'order', md5((n % $3)::text)::uuid, place.branch_id, place.id,
         jsonb_build_object('status', 'pending', 'prep_minutes', null), jsonb_build_object('status', 'accepted', 'prep_minutes', n % 60), null, 'bench-' || n
       from generate_series($1::int, $2::int) as n
         join (select id, name, row_number() over (order by id) - 1 as place from staff limit 20) as person on person.place = n % 20
         join (select id, branch_id, row_number() over (order by id) - 1 as place from store limit 50) as place on place.place = n % 50
       order by n`,
      [from, to - 1, Math.max(1, Math.floor(size / entriesPerRecord))],
    )
    tell(`${plainFormat.number(to)} entries`)
  }
  await client.query('vacuum analyze audit_entry')
  const until = performance.now() + sealedWithinMs
  for (;;) {
    const { rows: sealed } = await client.query<{ is_sealed: boolean }>(
      `select (select coalesce(sum(entry_count), 0) from audit_seal) >= (select count(*) from sealed_entry) as is_sealed`,
    )
    if (sealed[0]?.is_sealed) return
    if (performance.now() > until) throw new Error('the entries were not sealed')
    await pause(1000)
  }
}

/** What is asked for of the list, by how it is cut. */
async function pathsOf(dataDir: string, size: number): Promise<Record<string, string[]>> {
  const { rows } = await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query<{ entity_id: string; actor_id: string; address: string; request_id: string; day: string }>(
      `select entity_id, actor_id, address, request_id, to_char(at, 'YYYY-MM-DD') as day from audit_entry tablesample system (${Math.min(100, verified / size)})
         where request_id like 'bench-%' order by random() limit ${asked}`,
    ),
  )
  const list = auditEntryContract.list.path
  const each = (query: (row: (typeof rows)[number]) => string) => rows.map((row) => `${list}?${query(row)}`)
  return {
    'newest first': each(() => ''),
    'of a person': each(({ actor_id }) => `actorId=${actor_id}`),
    'of one record': each(({ entity_id }) => `entity=order&entityId=${entity_id}`),
    'from an address': each(({ address }) => `address=${address}`),
    'of a day': each(({ day }) => `from=${day}&to=${day}`),
    'by a request': each(({ request_id }) => `q=${request_id}`),
  }
}

/** Has the whole record verified, as people do on its page; seconds from the press until it is told sound. */
async function verify(address: string, token: string): Promise<number> {
  const began = performance.now()
  const { id } = await ask<{ id: string }>(address, auditVerdictContract.verify.path, token, {})
  for (;;) {
    const task = await ask<{ status: string; words: string | null; reason: string | null }>(
      address,
      taskContract.get.path.replace(':id', id),
      token,
    )
    if (task.status === 'done') return (performance.now() - began) / 1000
    if (task.status === 'failed' || task.status === 'cancelled') throw new Error(`the record was not verified: ${task.reason}`)
    await pause(pollMs)
  }
}
