import type { Customer, CustomerFlag, Instant } from '@larder/contract'

export type Flag = Customer['flags'][number]
export type Consent = Customer['consents'][number]

/** The flags that have not ended. */
export function effective(flags: readonly Flag[], now: Instant): Flag[] {
  return flags.filter(({ until }) => until === null || until > now)
}

/** Flags with one noted anew: of a kind there is one. */
export function flagged(flags: readonly Flag[], noted: Flag): Flag[] {
  return [...unflagged(flags, noted.flag), noted]
}

export function unflagged(flags: readonly Flag[], flag: CustomerFlag): Flag[] {
  return flags.filter((each) => each.flag !== flag)
}

/** Consents with one said anew: of a channel the last word holds. */
export function withConsent(consents: readonly Consent[], said: Consent): Consent[] {
  return [...consents.filter(({ channel }) => channel !== said.channel), said]
}

/** What of two records of one customer is kept once, in the record that goes on. */
export interface Kept {
  email: string | null
  addresses: readonly unknown[]
  flags: readonly Flag[]
  consents: readonly Consent[]
}

/** What the one that goes on gets of the other, and what of its own gives way to that: `gone` is of the customer `of` alone. */
export interface Gifts {
  got: Kept
  gone: Pick<Kept, 'flags' | 'consents'>
  of: string
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const without = <T>(all: readonly T[], some: readonly T[]) => all.filter((each) => !some.some((other) => same(each, other)))
const isLonger = (flag: Flag, own: Flag) => own.until !== null && (flag.until === null || flag.until > own.until)

/**
 * Of a flag the one that holds longer stands, of consents a refusal: no agreement comes by a merge. Addresses stand once, as many as may.
 */
export function giftsOf(goes: Kept & { id: string }, merged: Kept, mostAddresses: number): Gifts {
  const flags = merged.flags.filter((flag) => goes.flags.every((own) => own.flag !== flag.flag || isLonger(flag, own)))
  const refusals = merged.consents.filter(
    ({ channel, isGiven }) => !isGiven && goes.consents.some((own) => own.channel === channel && own.isGiven),
  )
  return {
    got: {
      email: goes.email === null ? merged.email : null,
      addresses: without(merged.addresses, goes.addresses).slice(0, Math.max(0, mostAddresses - goes.addresses.length)),
      flags,
      consents: refusals,
    },
    gone: {
      flags: goes.flags.filter(({ flag }) => flags.some((each) => each.flag === flag)),
      consents: goes.consents.filter(({ channel }) => refusals.some((each) => each.channel === channel)),
    },
    of: goes.id,
  }
}

export function withGifts(goes: Kept, { got, gone }: Gifts): Kept {
  return {
    email: goes.email ?? got.email,
    addresses: [...goes.addresses, ...got.addresses],
    flags: [...without(goes.flags, gone.flags), ...got.flags],
    consents: [...without(goes.consents, gone.consents), ...got.consents],
  }
}

/** What was given is taken back as far as it is still as it was given, and what gave way to it is back. */
export function withoutGifts(goes: Kept & { id: string }, { got, gone, of }: Gifts): Kept {
  const flags = without(goes.flags, got.flags)
  const consents = without(goes.consents, got.consents)
  // Where it was merged further on meanwhile, what gave way was another one's.
  const back = of === goes.id ? gone : { flags: [], consents: [] }
  return {
    email: got.email !== null && goes.email === got.email ? null : goes.email,
    addresses: without(goes.addresses, got.addresses),
    flags: [...flags, ...back.flags.filter(({ flag }) => !flags.some((each) => each.flag === flag))],
    consents: [...consents, ...back.consents.filter(({ channel }) => !consents.some((each) => each.channel === channel))],
  }
}
