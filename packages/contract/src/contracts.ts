import type { Contract } from './endpoint.ts'
import { areaContract } from './resources/area.ts'
import { auditContract } from './resources/audit.ts'
import { categoryTypeContract } from './resources/category-type.ts'
import { channelContract } from './resources/channel.ts'
import { crateContract } from './resources/crate.ts'
import { cuisineContract } from './resources/cuisine.ts'
import { customerContract } from './resources/customer.ts'
import { dashboardContract } from './resources/dashboard.ts'
import { orderContract } from './resources/order.ts'
import { riderContract } from './resources/rider.ts'
import { storeContract } from './resources/store.ts'
import { storeLocationContract } from './resources/store-location.ts'

/** Every contract of the product: the API implements exactly these, tests enumerate them. */
export const allContracts = {
  area: areaContract,
  audit: auditContract,
  categoryType: categoryTypeContract,
  channel: channelContract,
  crate: crateContract,
  cuisine: cuisineContract,
  customer: customerContract,
  dashboard: dashboardContract,
  order: orderContract,
  rider: riderContract,
  store: storeContract,
  storeLocation: storeLocationContract,
} as const satisfies Record<string, Contract>
