import type { Choice, Vertical } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { cakeFlavours, cakeWeights, fishCuts } from './kochi/shop-products.ts'
import { createRandom } from './random.ts'
import { currency } from './territory.ts'

/** A group that a store of a kind keeps: its choices with what each adds in rupees, and the products that come with it. */
interface Offer {
  kind: 'option' | 'addon'
  name: string
  least: number
  most: number
  free?: number
  /** Null: a weight costs in proportion, all else nothing. */
  choices: readonly (readonly [name: string, rupees: number | null])[]
  fits(product: Offered): boolean
}

interface Offered {
  category: string
  name: string
  mark: string
}

const plain = (names: readonly string[]) => names.map((name) => [name, null] as const)
const isCooked = ({ name }: Offered) => /Biryani|Fry|Roast|Curry/.test(name)
const isRice = ({ name }: Offered) => /Biryani|Rice|Meals/.test(name)
const isFish = ({ mark }: Offered) => mark === 'small' || mark === 'large'
const isMadeToOrder = ({ category }: Offered) => category === 'Cakes'

const offers: Readonly<Record<Vertical, readonly Offer[]>> = {
  restaurant: [
    { kind: 'option', name: 'Spice', least: 0, most: 1, choices: plain(['Mild', 'Medium', 'Hot']), fits: isCooked },
    // biome-ignore format: a group is a line
    { kind: 'option', name: 'Portion', least: 0, most: 1, choices: [['Regular', 0], ['Small', -30], ['Family', 140]], fits: isRice },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Extras', least: 0, most: 3, free: 1, choices: [['Pappadam', 15], ['Raita', 25], ['Lime pickle', 10], ['Boiled egg', 20]], fits: isCooked },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Sides', least: 0, most: 2, choices: [['Porotta', 18], ['Appam', 15], ['Salad', 40]], fits: ({ name }) => /Curry|Roast/.test(name) },
  ],
  grocery: [
    // biome-ignore format: a group is a line
    { kind: 'option', name: 'Grind', least: 0, most: 1, choices: [['Whole', 0], ['Ground', 12]], fits: ({ name }) => /Pepper|Coriander|Cumin|Coffee|Chilli/.test(name) },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Packing', least: 0, most: 1, choices: [['Cloth bag', 25], ['Paper bag', 8]], fits: ({ category }) => category === 'Rice and flour' },
  ],
  fruits: [
    {
      kind: 'option',
      name: 'Ripeness',
      least: 0,
      most: 1,
      choices: [
        ['Ready to eat', 0],
        ['In two days', 0],
      ],
      fits: ({ name }) => /Mango|Banana|Papaya|Avocado/.test(name),
    },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Preparation', least: 0, most: 2, choices: [['Cut', 20], ['Peeled', 15]], fits: ({ name }) => /Pineapple|Jackfruit|Melon|Papaya|Pumpkin/.test(name) },
  ],
  fish: [
    { kind: 'option', name: 'Cut', least: 0, most: 1, choices: plain(fishCuts.small ?? []), fits: ({ mark }) => mark === 'small' },
    {
      kind: 'option',
      name: 'Cut of large fish',
      least: 0,
      most: 1,
      choices: plain(fishCuts.large ?? []),
      fits: ({ mark }) => mark === 'large',
    },
    { kind: 'option', name: 'Shell', least: 0, most: 1, choices: plain(fishCuts.shell ?? []), fits: ({ mark }) => mark === 'shell' },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Cleaning', least: 0, most: 3, choices: [['Skin off', 30], ['Head apart', 0], ['Fine bones out', 60]], fits: isFish },
  ],
  cakes: [
    { kind: 'option', name: 'Flavour', least: 1, most: 1, choices: plain(cakeFlavours), fits: isMadeToOrder },
    { kind: 'option', name: 'Weight', least: 1, most: 1, choices: plain(cakeWeights), fits: isMadeToOrder },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'Finish', least: 0, most: 3, choices: [['Eggless', 60], ['Candles', 40], ['Photo print', 150], ['Sugar free', 120]], fits: isMadeToOrder },
    // biome-ignore format: a group is a line
    { kind: 'addon', name: 'With it', least: 0, most: 2, free: 1, choices: [['Paper plates', 30], ['Knife', 10], ['Gift box', 45]], fits: isMadeToOrder },
  ],
}

/** The options that a product is had as for its own price, by group: past orders name them. */
export function optionsOfProduct(vertical: Vertical, product: Offered): Record<string, readonly string[]> {
  const isFree = ({ choices }: Offer) => choices.every(([, rupees]) => rupees === null)
  const own = offers[vertical].filter((offer) => offer.kind === 'option' && isFree(offer) && offer.fits(product))
  return Object.fromEntries(own.map(({ name, choices }) => [name, choices.map(([choice]) => choice)]))
}

export interface GroupRows {
  choice_group: Insertable<DB['choice_group']>[]
  item_choice_group: Insertable<DB['item_choice_group']>[]
}

/** The groups of a store's menu, with the items that come with each. */
export function buildGroups(
  store: { id: string; vertical: Vertical; createdMs: number; createdAt: string },
  items: readonly (Offered & { id: string })[],
): GroupRows {
  // Its own: what is offered leaves the rest of the city as it is.
  const random = createRandom(`choice groups of ${store.id}`)
  const rows: GroupRows = { choice_group: [], item_choice_group: [] }
  for (const { fits, ...offer } of offers[store.vertical]) {
    const own = items.filter(fits)
    if (own.length === 0) continue
    const id = random.id(store.createdMs)
    rows.choice_group.push(groupRow(id, store, offer, rows.choice_group.length))
    rows.item_choice_group.push(...own.map((item) => ({ item_id: item.id, group_id: id })))
  }
  return rows
}

function groupRow(
  id: string,
  store: { id: string; createdAt: string },
  { kind, name, least, most, free = 0, choices }: Omit<Offer, 'fits'>,
  sort: number,
): Insertable<DB['choice_group']> {
  const kept = choices.map(([choice, rupees]): Choice => {
    return { name: choice, priceDelta: rupees === null ? null : { minor: rupees * 100, currency }, available: choice !== 'Photo print' }
  })
  return {
    id,
    store_id: store.id,
    kind,
    name,
    min_choices: least,
    max_choices: most,
    free_choices: free,
    choices: JSON.stringify(kept),
    sort,
    created_at: store.createdAt,
    updated_at: store.createdAt,
  }
}
