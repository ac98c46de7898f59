import { anyResource, type Histories, type KnownResources } from '#kit/resource/define.ts'
import { pages } from './routes.tsx'

/** What records of other features have lists of: a feature knows no other. */
export const knownResources: KnownResources = {
  'cash-deposit': async () => anyResource((await import('#features/cash/cash-deposits.resource.tsx')).cashDeposits),
  'cash-order': async () => anyResource((await import('#features/cash/cash-orders.resource.tsx')).cashOrders),
  machine: async () => anyResource((await import('#features/machines/machines.resource.tsx')).machines),
  'crate-movement': async () => anyResource((await import('#features/settings/crate-movements.resource.tsx')).crateMovements),
  order: async () => anyResource((await import('#features/orders/orders.resource.tsx')).orders),
}

/** The words of an entity's history come with the screen that shows its records, else with that of their list. */
export const histories: Histories = (entity) => {
  const shows = pages.find(({ record }) => record === entity) ?? pages.find(({ list }) => list === entity)
  return shows ? shows.screen().then(({ history }) => history ?? null) : Promise.resolve(null)
}
