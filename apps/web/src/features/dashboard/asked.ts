import { type Dashboard, dashboardContract, type Input, takes } from '@larder/contract'

export type Asked = Input<typeof dashboardContract.get>['query']

/** The day and the branch that an address asks for; what the contract does not take is left out. */
export function askedIn(params: URLSearchParams): Asked {
  const known = ['day', 'branchId'].flatMap((key) => {
    const value = params.get(key)
    return value && takes(dashboardContract.get.shape.query, key, value) ? [[key, value]] : []
  })
  return Object.fromEntries(known)
}

/** The branch alone, for what knows no day. */
export function branchOf({ branchId }: Asked): { branchId?: string } {
  return branchId ? { branchId } : {}
}

/** The orders of the day that is told, in the words of their list. */
export function dayOrders({ day }: Pick<Dashboard, 'day'>, asked: Asked): Record<string, string> {
  return { from: day, to: day, ...branchOf(asked) }
}

export function isToday({ day, today }: Pick<Dashboard, 'day' | 'today'>): boolean {
  return day === today
}
