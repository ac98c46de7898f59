import { type Instant, instantOf } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { accountColumns } from '#modules/bank-account/bank-account.service.ts'
import type { City } from './city.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf } from './demo-access.ts'

/** Where the stores that sell and the riders beyond their application are paid: no number is one of a real account. */
export async function writeBankAccounts(client: PoolClient, city: City, secretKey: string): Promise<void> {
  const random = city.stream('bank accounts')
  const { rows: staff } = await client.query<{ id: string }>('select id from staff where email = $1', [demoEmailOf('accounts-executive')])
  const enteredBy = staff[0]?.id
  if (!enteredBy) throw new Error('nobody in the demo city enters bank accounts')
  const { rows: riders } = await client.query<{ id: string; branch_id: string; name: string; created_at: Instant }>(
    "select id, branch_id, name, created_at from rider where status <> 'applied' order by number",
  )
  const owners = [
    ...city.rows.store.map(({ id, branch_id, legal_name, created_at }) => ({
      owner: { store_id: String(id), rider_id: null },
      branch_id,
      holder: legal_name,
      created_at,
    })),
    ...riders.map(({ id, branch_id, name, created_at }) => ({
      owner: { store_id: null, rider_id: id },
      branch_id,
      holder: name,
      created_at,
    })),
  ]
  const rows = owners.map(({ owner, branch_id, holder, created_at }): Insertable<DB['bank_account']> => {
    const at = Date.parse(String(created_at)) + random.whole(5, 50) * 60_000
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
    }
  })
  await copyRows(client, 'bank_account', rows)
}
