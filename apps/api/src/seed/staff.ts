import type { ScopeKind } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import { demoEmailOf } from './demo-access.ts'
import { firstNames, lastNames } from './kochi/people-names.ts'
import type { Random } from './random.ts'

/** One account a role, as `<role>@larder.test`, as narrow as the role can be. */
export async function buildStaff(
  client: PoolClient,
  random: Random,
  facts: { foundedMs: number; founded: string; passwordHash: string; branchId: string; storeId: string },
): Promise<Insertable<DB['staff']>[]> {
  const { rows } = await client.query<{ id: string; key: string; reach: ScopeKind }>(
    'select id, key, reach from role where built_in order by sort',
  )
  const placeOf = { all: [], branch: [facts.branchId], store: [facts.storeId] }
  return rows.map(({ id, key, reach }) => ({
    id: random.id(facts.foundedMs),
    email: demoEmailOf(key),
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    role_id: id,
    scope_kind: reach,
    scope_ids: placeOf[reach],
    password_hash: facts.passwordHash,
    created_at: facts.founded,
    updated_at: facts.founded,
  }))
}
