import { type Dashboard, dashboardContract, type Input, takes } from '@larder/contract'

export type Asked = Input<typeof dashboardContract.get>['query']

/** What an address asks for; what the contract does not take is left out. */
export function askedIn(params: URLSearchParams): Asked {
  const known = ['day', 'branchId', 'vertical'].flatMap((key) => {
    const value = params.get(key)
    return value && takes(dashboardContract.get.shape.query, key, value) ? [[key, value]] : []
  })
  return Object.fromEntries(known)
}

/** The branch and the vertical alone, for what knows no day. */
export function cutOf({ branchId, vertical }: Asked): Pick<Asked, 'branchId' | 'vertical'> {
  return { ...(branchId && { branchId }), ...(vertical && { vertical }) }
}

/** The branch alone, for what belongs to no vertical. */
export function branchOf({ branchId }: Asked): Pick<Asked, 'branchId'> {
  return cutOf({ branchId })
}

/** The orders of the day that is told, in the words of their lists. */
export function dayOrders({ day }: Pick<Dashboard, 'day'>, asked: Asked): Record<string, string> {
  return { from: day, to: day, ...cutOf(asked) }
}

export function isToday({ day, today }: Pick<Dashboard, 'day' | 'today'>): boolean {
  return day === today
}
