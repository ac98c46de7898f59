import { anyResource, type Histories, type KnownResources } from '#kit/resource/define.ts'
import { historyOf } from '#kit/resource/form/draft.ts'
import { pages } from './routes.ts'

/** What records of other features have lists of, beside those that are pages: a feature knows no other. */
export const knownResources: KnownResources = {
  ...Object.fromEntries(pages.flatMap(({ list, resource }) => (list && resource ? [[list, resource]] : []))),
  'bank-account': async () => anyResource((await import('#features/stores/bank-accounts.resource.tsx')).bankAccounts),
  brand: async () => anyResource((await import('#features/menu/brands.resource.tsx')).brands),
  'branch-day': async () => anyResource((await import('#features/orders/branch/branch-days.resource.tsx')).branchDays),
  cart: async () => anyResource((await import('#features/customers/carts.resource.tsx')).carts),
  'choice-group': async () => anyResource((await import('#features/menu/choice-groups.resource.tsx')).choiceGroups),
  'change-row': async () => anyResource((await import('#features/change-sets/change-rows.resource.tsx')).changeRows),
  'cash-day': async () => anyResource((await import('#features/cash/cash-days.resource.tsx')).cashDays),
  'cash-order': async () => anyResource((await import('#features/cash/cash-orders.resource.tsx')).cashOrders),
  feedback: async () => anyResource((await import('#features/feedback/feedback.resource.tsx')).feedback),
  item: async () => anyResource((await import('#features/menu/items.resource.tsx')).items),
  'menu-category': async () => anyResource((await import('#features/menu/menu-categories.resource.tsx')).menuCategories),
  'rider-message': async () => anyResource((await import('#features/riders/rider-messages.resource.tsx')).riderMessages),
  remedy: async () => anyResource((await import('#features/care/remedies.resource.tsx')).remedies),
  'wallet-credit': async () => anyResource((await import('#features/care/wallet-credits.resource.tsx')).walletCredits),
  review: async () => anyResource((await import('#features/reviews/reviews.resource.tsx')).reviews),
  staff: async () => anyResource((await import('#features/accounts/accounts.resource.tsx')).accounts),
  ticket: async () => anyResource((await import('#features/care/tickets.resource.tsx')).tickets),
  'store-document': async () => anyResource((await import('#features/stores/store-documents.resource.tsx')).storeDocuments),
  order: async () => anyResource((await import('#features/orders/orders.resource.tsx')).orders),
}

/** The words of an entity's history come with the screen that shows its records, else with that of their list. */
export const histories: Histories = (entity) => {
  const shows = pages.find(({ record }) => record === entity) ?? pages.find(({ list }) => list === entity)
  if (shows) return shows.screen().then(({ history }) => history ?? null)
  const known = knownResources[entity]
  return known ? known().then((resource) => () => historyOf(resource)) : Promise.resolve(null)
}
