import { orderContract, type Reason } from '@larder/contract'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { optionsFrom } from '#kit/fields/options.ts'
import { paysWords } from './order-words.ts'

/** A reason of a list, with who pays for it. */
export function reasonOf(kind: Reason['kind']) {
  return radioField('reason', { label: 'Reason', options: reasonsOf(kind) })
}

/** The reasons of a list as options, without `own`: codes that the product gives by itself. */
export function reasonsOf(kind: Reason['kind'], own: readonly string[] = []) {
  return optionsFrom(orderContract.reasons, {}, (all) =>
    all
      .filter((reason) => reason.kind === kind && !own.includes(reason.code))
      .map(({ code, label, party }) => ({ value: code, label, ...(kind !== 'on-behalf' && { hint: paysWords(party) }) })),
  )
}
