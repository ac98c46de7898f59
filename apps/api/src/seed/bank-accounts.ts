import { type Instant, instantOf } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { accountColumns } from '#modules/bank-account/bank-account.service.ts'
import type { City } from './city.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'

interface Paid {
  owner: { store_id: string; rider_id: null } | { store_id: null; rider_id: string }
  branch_id: string
  holder: string
  created_at: Instant
}
/** How an account of the demo came to stand: entered how long before now, and what another person said of it. */
type Standing = Pick<Insertable<DB['bank_account']>, 'state' | 'effective_at' | 'checked_by' | 'checked_at' | 'status_reason'>

const hour = 3_600_000

/** Where the stores that sell and the riders beyond their application are paid, and what is on its way: no number is one of a real account. */
export async function writeBankAccounts(client: PoolClient, city: City, secretKey: string): Promise<void> {
  const random = city.stream('bank accounts')
  const enteredBy = await findAccountOf(client, 'accounts-executive')
  const checkedBy = await findAccountOf(client, 'accountant-admin')
  const { rows: riders } = await client.query<{ id: string; branch_id: string; name: string; created_at: Instant; status: string }>(
    "select id, branch_id, name, created_at, status from rider where status <> 'applied' order by number",
  )
  const stores = city.rows.store.map(
    ({ id, branch_id, legal_name, created_at }): Paid => ({
      owner: { store_id: String(id), rider_id: null },
      branch_id,
      holder: legal_name,
      created_at: created_at as Instant,
    }),
  )
  const people = riders.map(
    ({ id, branch_id, name, created_at }): Paid => ({ owner: { store_id: null, rider_id: id }, branch_id, holder: name, created_at }),
  )
  const entered = ({ owner, branch_id, holder }: Paid, at: number, standing: Standing): Insertable<DB['bank_account']> => {
    const number = `9${String(random.whole(0, 99_999_999)).padStart(8, '0')}${random.whole(1000, 9999)}`
    return {
      id: random.id(at),
      ...owner,
      branch_id,
      holder,
      ...accountColumns({ secretKey }, number),
      code: `${random.pick(['FDRL', 'SIBL', 'HDFC', 'SBIN'])}000${random.whole(1000, 9999)}`,
      entered_by: enteredBy,
      created_at: instantOf(at),
      updated_at: instantOf(at),
      ...standing,
    }
  }
  const rows = [...stores, ...people].map((paid) => {
    const at = Date.parse(String(paid.created_at)) + random.whole(5, 50) * 60_000
    return entered(paid, at, { state: 'approved', effective_at: instantOf(at), checked_by: null, checked_at: null, status_reason: null })
  })
  const [waiting, refused] = stores
  const [cooling] = people.filter((_, at) => riders[at]?.status === 'active')
  if (!waiting || !refused || !cooling) throw new Error('the demo city has too few who are paid')
  const ago = (hours: number) => city.nowMs - hours * hour
  const checked = (hours: number) => ({ checked_by: checkedBy, checked_at: instantOf(ago(hours)) })
  await copyRows(client, 'bank_account', [
    ...rows,
    entered(refused, ago(50), { state: 'refused', effective_at: null, ...checked(46), status_reason: 'The holder is another company' }),
    entered(cooling, ago(7), { state: 'approved', effective_at: instantOf(ago(-19)), ...checked(5), status_reason: null }),
    entered(waiting, ago(3), { state: 'waiting', effective_at: null, checked_by: null, checked_at: null, status_reason: null }),
  ])
}

async function findAccountOf(client: PoolClient, role: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from staff where email = $1', [demoEmailOf(role)])
  const [found] = rows
  if (!found) throw new Error(`the demo city has no ${role}`)
  return found.id
}
