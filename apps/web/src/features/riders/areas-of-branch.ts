import { references } from '#entities/references.ts'

interface OfBranch {
  branchId?: string | null
}

/** Areas that a rider can ride in: of the branch that they work for, or that is chosen in the form of a new one. */
export const areasOfBranch = {
  ...references.area,
  queryOf: ({ branchId }: OfBranch): Record<string, string> => (branchId ? { branchId } : {}),
}
