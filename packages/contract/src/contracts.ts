import type { Contract } from './endpoint.ts'
import { askingFor } from './resources/approval.ts'
import * as resources from './resources.ts'

type Resources = typeof resources
/** By the name of the export without "Contract": `storeLocation` of `storeLocationContract`. */
type Contracts = {
  readonly [K in keyof Resources as K extends `${infer Name}Contract`
    ? Resources[K] extends Contract
      ? Name
      : never
    : never]: Resources[K]
}

/** Every contract of the product, as `resources.ts` lists them: the API implements exactly these, tests enumerate them. */
export const allContracts = /* @__PURE__ */ contractsOf()

function contractsOf(): Contracts {
  const own = Object.entries(resources).filter(([word, value]) => word.endsWith('Contract') && typeof value === 'object')
  const contracts = Object.fromEntries(own.map(([word, value]) => [word.slice(0, -'Contract'.length), value])) as unknown as Contracts
  return { ...contracts, approval: askingFor(Object.values<Contract>(contracts).flatMap((contract) => Object.values(contract))) }
}
