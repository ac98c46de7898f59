import { orderContract, type Reason } from '@larder/contract'
import { optionsFrom } from '#kit/fields/options.ts'

/** What one of the lists of reasons offers, by its codes. */
export function reasonOptions(kind: Reason['kind']) {
  return optionsFrom(orderContract.reasons, {}, (all) =>
    all.filter((reason) => reason.kind === kind).map(({ code, label }) => ({ value: code, label })),
  )
}
