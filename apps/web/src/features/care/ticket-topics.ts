import { orderContract } from '@larder/contract'
import { optionsFrom } from '#kit/fields/options.ts'

/** What a ticket can be about, of those that are offered. */
export const topics = optionsFrom(orderContract.reasons, {}, (all) =>
  all.filter(({ kind }) => kind === 'ticket').map(({ code, label }) => ({ value: code, label })),
)
