import { addMinutes, currentInstant, newId } from '@larder/contract'
import { addChoiceGroup, addItem, addStore } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls about items, each of a category of its own store, and about what items are of. */
export const examples: Examples = ({ db, store, at }) => {
  const item = () => addItem(db, store)
  const draft = async () => {
    const { category_id: categoryId } = await item()
    const price = { minor: 4000, currency: store.currency }
    return {
      storeId: store.id,
      categoryId,
      sku: `SKU ${newId()}`,
      name: `Appam ${newId()}`,
      unit: 'pc',
      price,
      available: true,
      vegMark: 'veg',
    }
  }
  const brand = async () => {
    const { id } = await db
      .insertInto('brand')
      .values({ id: newId(), store_id: store.id, name: `Brand ${newId()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addItem(db, store, { brand_id: id })
    return id
  }
  const group = async () => (await addChoiceGroup(db, await item())).id
  const into = async (id: Promise<string>) => ({ into: { id: await id, version: 1 } })
  /** The last of three of a menu, put behind the first: the second one goes on by one. */
  const third = async (table: 'brand' | 'menu_category' | 'choice_group') => {
    const { storeId } = await elsewhere()
    const ids = [newId(), newId(), newId()] as const
    const group = {
      kind: 'option',
      min_choices: 0,
      max_choices: 1,
      choices: JSON.stringify([{ name: 'One', priceDelta: null, available: true }]),
    }
    const rows = ids.map((id, sort) => ({ id, store_id: storeId, name: `Part ${sort}`, sort, ...(table === 'choice_group' && group) }))
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
    return at(ids[2], { afterId: ids[0] })
  }
  const elsewhere = async () => {
    const branch = await db.selectFrom('branch').selectAll().where('id', '=', store.branch_id).executeTakeFirstOrThrow()
    return { storeId: (await addStore(db, { branch, vertical: store.vertical })).id, name: `Copy ${newId().slice(-8)}` }
  }
  return {
    'brand.copy': async () => at(await brand(), await elsewhere()),
    'choice-group.copy': async () => at(await group(), await elsewhere()),
    'menu-category.copy': async () => at((await item()).category_id, await elsewhere()),
    'item.copy': async () => {
      const [{ id, category_id }, there] = [await item(), await elsewhere()]
      const { name } = await db.selectFrom('menu_category').select('name').where('id', '=', category_id).executeTakeFirstOrThrow()
      await db.insertInto('menu_category').values({ id: newId(), store_id: there.storeId, name }).execute()
      return at(id, there)
    },
    'brand.place': () => third('brand'),
    'choice-group.place': () => third('choice_group'),
    'menu-category.place': () => third('menu_category'),
    'brand.merge': async () => at(await brand(), await into(brand())),
    'choice-group.merge': async () => at(await group(), await into(group())),
    'menu-category.merge': async () => at((await item()).category_id, await into(item().then(({ category_id }) => category_id))),
    'item.create': async () => ({ body: await draft() }),
    'item.update': async () => at((await item()).id, { name: `Appam ${newId()}` }),
    'item.remove': async () => at((await item()).id, {}),
    'item.snooze': async () => at((await item()).id, { until: addMinutes(currentInstant(), 60) }),
    'item.setAvailable': async () => at((await item()).id, { available: false }),
    'item.viewQuote': async () => ({ params: { id: store.id }, body: { lines: [{ itemId: (await item()).id, quantity: 1 }] } }),
    'item.write': async () => {
      const [one, other] = [await item(), await item()]
      return { body: { items: [one, other].map(({ id }) => ({ id, fields: { stock: 7 } })) } }
    },
  }
}
