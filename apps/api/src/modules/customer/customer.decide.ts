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
