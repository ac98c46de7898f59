import * as z from 'zod/mini'
import { addMinutes, currentInstant, type Instant, instantOf, msOf } from '../values/instant.ts'
import { mostDaysAhead, type SettingKey, settingContract, settings } from './setting.ts'

/** Two settings of which the first has to fit the second, with what is said where it does not. */
interface Fit {
  keys: readonly [SettingKey, SettingKey]
  fits: (first: number, second: number) => boolean
  why: string
}

const fits: readonly Fit[] = [
  {
    keys: ['ticket.deskFrom', 'ticket.deskTo'],
    fits: (from, to) => from < to,
    why: 'the desk closes after it has opened',
  },
  {
    keys: ['order.warnMinutes', 'order.autoRejectMinutes'],
    fits: (warn, reject) => warn < reject,
    why: 'staff are warned of a new order before it is rejected',
  },
  {
    keys: ['session.idleHours', 'session.absoluteDays'],
    fits: (idle, longest) => idle <= longest * 24,
    why: 'nobody is idle for longer than a session lasts',
  },
]

/** Why a setting cannot have this value beside what the others have, after the field's label: all of it; null where it can. */
export function whyUnfit(key: SettingKey, value: unknown, now: (key: SettingKey) => unknown): string | null {
  const words = fits.flatMap(({ keys, fits: isFit, why }) => {
    if (!keys.includes(key)) return []
    const [first, second] = keys.map((each) => Number(each === key ? value : now(each))) as [number, number]
    const other = keys[0] === key ? keys[1] : keys[0]
    return isFit(first, second) ? [] : [`does not go with “${settings[other].label}”, ${now(other)} ${settings[other].unit}: ${why}`]
  })
  return words.length > 0 ? words.join('; and ') : null
}

/** The minute in which a change takes effect that is asked for at a moment. */
export function minuteOf(at: Instant): Instant {
  return instantOf(msOf(at) - (msOf(at) % 60_000))
}

/** Why no change can take effect at a moment, after the field's label; null where one can. */
export function whyNotAhead(at: Instant, now: Instant): string | null {
  if (minuteOf(at) <= now) return 'must be later than now'
  return at > addMinutes(now, mostDaysAhead * 24 * 60) ? 'must be within two years' : null
}

/**
 * The body of a change of one setting, with all that can be said of it before it is sent: what its value may be, what it has to go with as
 * the others are now, and when it can take effect. What the others will be by a later moment the server alone knows.
 */
export function settingChange(key: SettingKey, now: (key: SettingKey) => unknown) {
  const { takesEffectAt } = settingContract.change.shape.body.shape
  const ahead = (at: Instant | null | undefined) => (at ? whyNotAhead(at, currentInstant()) : null)
  const own = z.extend(settingContract.change.shape.body, {
    value: settings[key].schema as z.ZodMiniType,
    takesEffectAt: takesEffectAt.check(
      z.refine((at) => ahead(at) === null, { error: ({ input }) => ahead(input as Instant) ?? undefined }),
    ),
  })
  const unfit = (value: unknown) => whyUnfit(key, value, now) ?? undefined
  return own.check(
    z.refine((body) => Boolean(body.takesEffectAt) || unfit(body.value) === undefined, {
      path: ['value'],
      error: ({ input }) => unfit((input as { value: unknown }).value),
    }),
  )
}
