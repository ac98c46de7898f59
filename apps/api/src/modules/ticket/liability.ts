import { allocateMoney, type Bearer, bearers, type LiabilityProposal, measured, money } from '@larder/contract'
import { format } from '#kit/format.ts'

/** What is known of what a ticket is about. Minutes and seconds are null where they are not known. */
export interface LiabilityFacts {
  /** Who the topic names. */
  party: 'customer' | Bearer
  hasRider: boolean
  /** From reaching the store until it accepted, and in how many it should have. */
  acceptSeconds: number | null
  acceptTargetSeconds: number
  /** What the store said that it needs, and what it needed. */
  prepMinutes: number | null
  preparedMinutes: number | null
  /** From ready until it was fetched. */
  waitedMinutes: number | null
  /** After the promise. */
  lateMinutes: number | null
  /** The longest time on the road in which the rider's position was not heard. */
  silentMinutes: number | null
  /** Packed for less than ordered, in grams of both. */
  lightLines: readonly { line: number; orderedGrams: number; packedGrams: number }[]
  /** Whether a machine of the store was silent when the order reached it. */
  isMachineSilent: boolean
  /** Tickets of the last 30 days that name the store. */
  pastCases: number
}

type Evidence = LiabilityProposal['evidence'][number]

const slackMinutes = 3
const mostOfOne = 6
const fewCases = 3
const lightPercent = 95

/**
 * Who should bear what a ticket costs: what its topic names, and what the order's own times and weights say, each with how much it counts; a
 * share is its part of all that counts. What would be a rider's is the marketplace's where there was none. Pure.
 */
export function proposeLiability(facts: LiabilityFacts): LiabilityProposal {
  const evidence = [byTopic(facts), ...rules.flatMap((rule) => rule(facts) ?? [])].map((each) =>
    each.party === 'rider' && !facts.hasRider ? { ...each, party: 'platform' as const } : each,
  )
  const weights = bearers.map((bearer) => evidence.reduce((sum, { party, weight }) => sum + (party === bearer ? weight : 0), 0))
  const parts = allocateMoney(money(100, 'INR'), weights)
  const shares = Object.fromEntries(bearers.map((bearer, at) => [bearer, parts[at]?.minor ?? 0])) as Record<Bearer, number>
  return { shares, evidence }
}

const payers = {
  store: 'The store pays',
  rider: 'The rider pays',
  platform: 'The marketplace pays',
  customer: 'The marketplace pays',
} as const

function byTopic({ party }: LiabilityFacts): Evidence {
  const bears = party === 'customer' ? 'platform' : party
  return { party: bears, weight: 2, text: `${payers[party]} for this topic unless the order says otherwise.` }
}

/** One more for every so many beyond what is allowed. */
const weightOf = (beyond: number, step: number) => Math.min(mostOfOne, 1 + Math.floor(beyond / step))

const rules: readonly ((facts: LiabilityFacts) => Evidence | null)[] = [
  ({ acceptSeconds, acceptTargetSeconds }) => {
    const beyond = (acceptSeconds ?? 0) - acceptTargetSeconds
    return beyond > 0
      ? { party: 'store', weight: weightOf(beyond, 180), text: `The store took ${wordsOf(acceptSeconds ?? 0)} to accept.` }
      : null
  },
  ({ prepMinutes, preparedMinutes }) => {
    const beyond = (preparedMinutes ?? 0) - (prepMinutes ?? Number.POSITIVE_INFINITY) - slackMinutes
    return beyond > 0
      ? {
          party: 'store',
          weight: weightOf(beyond, 5),
          text: `It was prepared in ${span(preparedMinutes)} instead of ${(preparedMinutes ?? 0) < 60 ? prepMinutes : span(prepMinutes)}.`,
        }
      : null
  },
  ({ waitedMinutes, hasRider }) => {
    const beyond = (waitedMinutes ?? 0) - slackMinutes - 5
    if (beyond <= 0) return null
    return {
      party: hasRider ? 'rider' : 'platform',
      weight: weightOf(beyond, 5),
      text: `It was ready for ${span(waitedMinutes)} before it was fetched.`,
    }
  },
  ({ silentMinutes }) =>
    silentMinutes !== null && silentMinutes >= 5
      ? {
          party: 'rider',
          weight: weightOf(silentMinutes - 5, 10),
          text: `The rider was not heard of for ${span(silentMinutes)} on the way.`,
        }
      : null,
  ({ lightLines }) => {
    const light = lightLines.filter(({ orderedGrams, packedGrams }) => packedGrams * 100 < orderedGrams * lightPercent)
    const [first] = light
    if (!first) return null
    const more = light.length > 1 ? `, and ${light.length - 1} more` : ''
    return {
      party: 'store',
      weight: Math.min(mostOfOne, 2 + light.length),
      text: `Line ${first.line} weighed ${first.packedGrams} g of ${first.orderedGrams} g${more}.`,
    }
  },
  ({ isMachineSilent, acceptSeconds, acceptTargetSeconds }) =>
    isMachineSilent && (acceptSeconds ?? 0) > acceptTargetSeconds
      ? { party: 'store', weight: 1, text: 'A machine of the store was silent when the order came.' }
      : null,
  ({ pastCases }) =>
    pastCases >= fewCases
      ? { party: 'store', weight: weightOf(pastCases - fewCases, 5), text: `${pastCases} tickets of the last 30 days name the store.` }
      : null,
]

const span = (minutes: number | null) => measured(minutes ?? 0, 'min', format())

function wordsOf(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : span(Math.round(seconds / 60))
}
