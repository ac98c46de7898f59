import type { Contract } from './endpoint.ts'
import { type EveryResource, everyResource } from './every-resource.ts'
import { askingFor } from './resources/approval.ts'

/** By the name of the export without "Contract": `storeLocation` of `storeLocationContract`. */
type Contracts = {
  readonly [K in keyof EveryResource as K extends `${infer Name}Contract`
    ? EveryResource[K] extends Contract
      ? Name
      : never
    : never]: EveryResource[K]
}

/** Every contract of the product, as `resources.ts` lists them, and that of roles: the API implements exactly these, tests enumerate them. */
export const allContracts = /* @__PURE__ */ contractsOf()

function contractsOf(): Contracts {
  const own = Object.entries(everyResource)
    .filter(([word, value]) => word.endsWith('Contract') && typeof value === 'object')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const contracts = Object.fromEntries(own.map(([word, value]) => [word.slice(0, -'Contract'.length), value])) as unknown as Contracts
  return { ...contracts, approval: askingFor(Object.values<Contract>(contracts).flatMap((contract) => Object.values(contract))) }
}
