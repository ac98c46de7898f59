import type { Contract } from './endpoint.ts'

/** Every contract of the product: the API implements exactly these, tests enumerate them. */
export const allContracts = {} as const satisfies Record<string, Contract>
