import { orderContract, weightDifference } from '@larder/contract'
import { optionsFrom } from '#kit/fields/options.ts'

/** Why something is made good: the reasons of refunds, but the one that weighing gives by itself. */
export const remedyReasons = optionsFrom(orderContract.reasons, {}, (all) =>
  all.filter(({ kind, code }) => kind === 'refund' && code !== weightDifference).map(({ code, label }) => ({ value: code, label })),
)
