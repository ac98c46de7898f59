import { newId, type OrderLine } from '@larder/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '../../../../test/factories.ts'
import { edit, lines } from '../../../../test/order-editing.ts'
import { type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

const looks = ({ lines: shown }: { lines: OrderLine[] }) => shown.map(({ name, vegMark, pictureId }) => [name, vegMark, pictureId])

test('each line is shown by the first picture and the mark of its item, what an edit brings in too', async () => {
  const { db, app, admin, store } = world
  const { id } = await place(world)
  const read = async () => (await app.call(`GET /orders/${id}`, { as: admin })).body
  const [first] = (await read()).lines
  expect(looks(await read())).toEqual([[first.name, null, null]])

  const picture = newId<'file'>()
  const bytes = { sha256: Buffer.alloc(32), bytes: Buffer.from('x'), small_bytes: Buffer.from('x') }
  await db
    .insertInto('file')
    .values({ id: picture, content_type: 'image/webp', size_bytes: 1, width: 1, height: 1, ...bytes })
    .execute()
  await db.insertInto('item_picture').values({ item_id: first.itemId, place: 1, file_id: picture }).execute()
  await db.updateTable('item').set({ veg_mark: 'veg' }).where('id', '=', first.itemId).execute()
  expect(looks(await read())).toEqual([[first.name, 'veg', picture]])

  const fry = await addItem(db, store, { name: 'Beef Fry', price_minor: 10_000, veg_mark: 'non-veg' })
  const edited = await edit(world, id, lines({ type: 'add', itemId: fry.id, quantity: 1 }))
  expect(edited.status, JSON.stringify(edited.body)).toBe(200)
  expect(looks(edited.body)).toEqual([
    [first.name, 'veg', picture],
    ['Beef Fry', 'non-veg', null],
  ])
  expect(edited.body.lines).toEqual((await read()).lines)
})
