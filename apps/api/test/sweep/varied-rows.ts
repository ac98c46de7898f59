import {
  addMinutes,
  currentInstant,
  type NamedEndpoint,
  newId,
  shiftStateLabels,
  storeStatusLabels,
  taskStatusLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import { schemaOf } from '#kit/openapi/openapi.ts'
import type { JsonSchema } from '#kit/openapi/outline.ts'
import { addArea, addBranch, addCustomer, addOrder, addRider, addStore } from '../factories.ts'
import { enterAs } from '../role-people.ts'
import { endpoints, type SweptProduct } from './swept-product.ts'

const day = 24 * 60

/**
 * Rows of every list that differ in whatever it can be cut and sorted by: for each `create` of the contract one of each value that its body
 * can have, by its example; what has no `create`, by hand. Names fall while ids rise, codes go up and down, and no sort is that of another.
 */
export async function addVariedRows(product: SweptProduct): Promise<void> {
  const { db } = product.app.database
  const now = currentInstant()
  const branch = await addBranch(db, { name: 'Aluva', status: 'closed' })
  const area = await addArea(db, branch)
  for (const endpoint of endpoints.filter(({ name }) => name.endsWith('.create'))) await addByExample(product, endpoint, { branch, area })

  // The draft that was begun first is the one that was gone on with last.
  await sql`update draft set updated_at = ${addMinutes(now, 1)} where id = (select min(id::text)::uuid from draft)`.execute(db)
  await addApprovals(product)
  const stores = []
  for (const [index, status] of (Object.keys(storeStatusLabels) as string[]).entries())
    stores.push(
      await addStore(db, {
        branch,
        area,
        status,
        display_name: fallingName('Store', index),
        vertical: index % 2 === 0 ? 'restaurant' : 'fish',
        open_mode: ['open', 'busy', 'paused', 'closed'][index % 4] ?? 'open',
        licence_expires_on: index % 2 === 0 ? now.slice(0, 10) : '2099-01-01',
        last_order_at: index % 3 === 0 ? null : addMinutes(now, ((index * 3) % 7) * -40 * day),
      }),
    )
  const riders = [await addRider(db, await addBranch(db, { name: 'Munnar' }), { name: 'a rider' })]
  for (const [index, shift_state] of [...Object.keys(shiftStateLabels), 'off'].entries())
    riders.push(await addRider(db, branch, { shift_state, name: fallingName('Rider', index) }))
  for (const [index, status] of (['invited', 'active', 'suspended', 'deactivated'] as const).entries())
    await enterAs(db, index % 2 === 0 ? 'marketing-admin' : 'office-staff', undefined, { status, name: fallingName('Person', index) })
  for (const [index, status] of (Object.keys(taskStatusLabels) as string[]).entries())
    await db
      .insertInto('task')
      .values({
        id: newId(),
        staff_id: product.admin.id,
        kind: 'export',
        title: fallingName('Task', index),
        parameters: '{}',
        status,
        read_at: index % 2 === 0 ? now : null,
      })
      .execute()
  const [live, otherLive] = stores.filter(({ status }) => status === 'live' || status === 'approved')
  const customer = await addCustomer(db)
  await addCustomer(db)
  for (const [index, given] of [
    { payment_method: 'cash', customer_id: customer.id, rider_id: riders.at(-1)?.id ?? null },
    { payment_method: 'card', order_type: 'pickup', status: 'accepted' },
    { status: 'accepted', promised_at: addMinutes(now, -30), accepted_at: addMinutes(now, -60) },
    { status: 'delivered' },
    { status: 'cancelled' },
  ].entries()) {
    const store = index % 2 === 0 ? live : otherLive
    if (store) await addOrder(db, store, { at: addMinutes(now, -index * 2 * day), ...given })
  }
}

async function addApprovals({ app, admin }: SweptProduct): Promise<void> {
  const asked = {
    operation: 'setting.change',
    params: '{}',
    body: '{}',
    reason: 'Why not',
    entity: 'setting',
    permission: 'setting.approve',
  }
  for (const [index, status] of ['pending', 'withdrawn', 'expired', 'overtaken'].entries())
    await app.database.db
      .insertInto('approval')
      .values({
        ...asked,
        id: newId(),
        title: fallingName('Change', index),
        entity_id: index % 2 === 0 ? 'installation.currency' : 'tax.prices',
        status,
        maker_id: admin.id,
        created_at: addMinutes(currentInstant(), index),
        expires_at: currentInstant(),
        decided_at: status === 'pending' ? null : currentInstant(),
      })
      .execute()
}

function fallingName(kind: string, index: number): string {
  return `${'zyxwvutsrqponm'[index >> 1] ?? 'a'} ${kind}`
}

/** A row of each value that one field of the body can have, the others as in the example. */
async function addByExample(
  product: SweptProduct,
  endpoint: NamedEndpoint,
  elsewhere: Record<'branch' | 'area', { id: string }>,
): Promise<void> {
  const { properties = {} } = endpoint.shape.body ? (schemaOf(endpoint.shape.body, 'input') as JsonSchema) : {}
  const places = { branchId: elsewhere.branch.id, areaId: elsewhere.area.id }
  const changes = Object.entries(properties).flatMap(([key, schema]): [string, unknown][] => {
    if (key in places) return [[key, places[key as keyof typeof places]]]
    if (schema.enum) return schema.enum.map((value) => [key, value])
    return [schema.type].flat().includes('boolean')
      ? [
          [key, false],
          [key, true],
        ]
      : []
  })
  for (const [index, [key, value]] of changes.entries()) {
    const example = await product.exampleOf(endpoint)
    const body = { ...(example.body as object), [key]: value } as Record<string, unknown>
    if (typeof body.name === 'string') body.name = `${fallingName('row', index * 2)} ${body.name.slice(-12)}`
    if (typeof body.code === 'string') body.code = `${'gcaebdf'[index] ?? 'h'}-${body.code}`
    if (typeof body.sort === 'number') body.sort = (index * 5) % 7
    const { status, body: answer } = await product.send(endpoint, { ...example, body })
    if (status !== 200) throw new Error(`${endpoint.name} with ${key} ${value} answered ${JSON.stringify(answer)}`)
  }
}
