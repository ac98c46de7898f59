import type { Histories, KnownResources } from '#kit/resource/define.ts'
import { historyOf } from '#kit/resource/form/draft.ts'
import { type LoadResource, resourceIn } from './pages.ts'
import { pages } from './routes.ts'

/** Lists of records that no page lists, by the file that declares them. */
const beside: Readonly<Record<string, LoadResource>> = {
  brand: () => import('#features/menu/brands.resource.tsx'),
  'branch-day': () => import('#features/orders/branch/branch-days.resource.tsx'),
  cart: () => import('#features/customers/carts.resource.tsx'),
  'choice-group': () => import('#features/menu/choice-groups.resource.tsx'),
  'change-row': () => import('#features/change-sets/change-rows.resource.tsx'),
  'cash-day': () => import('#features/cash/cash-days.resource.tsx'),
  'cash-order': () => import('#features/cash/cash-orders.resource.tsx'),
  feedback: () => import('#features/feedback/feedback.resource.tsx'),
  item: () => import('#features/menu/items.resource.tsx'),
  'menu-category': () => import('#features/menu/menu-categories.resource.tsx'),
  'rider-message': () => import('#features/riders/rider-messages.resource.tsx'),
  remedy: () => import('#features/care/remedies.resource.tsx'),
  'wallet-credit': () => import('#features/care/wallet-credits.resource.tsx'),
  review: () => import('#features/reviews/reviews.resource.tsx'),
  // The file has what a page of one shows as well.
  staff: async () => ({ accounts: (await import('#features/accounts/accounts.resource.tsx')).accounts }),
  ticket: () => import('#features/care/tickets.resource.tsx'),
  'store-document': () => import('#features/stores/store-documents.resource.tsx'),
  order: () => import('#features/orders/orders.resource.tsx'),
}

/** What records of other features have lists of, beside those that are pages: a feature knows no other. */
export const knownResources: KnownResources = Object.fromEntries([
  ...pages.flatMap(({ list, resource }) => (list && resource ? [[list, resource]] : [])),
  ...Object.entries(beside).map(([entity, load]) => [entity, async () => resourceIn(await load(), entity)]),
])

/** The words of an entity's history come with the screen that shows its records, else with that of their list. */
export const histories: Histories = (entity) => {
  const shows = pages.find(({ record }) => record === entity) ?? pages.find(({ list }) => list === entity)
  if (shows) return shows.screen().then(({ history }) => history ?? null)
  const known = knownResources[entity]
  return known ? known().then((resource) => () => historyOf(resource)) : Promise.resolve(null)
}
