import { type SettingKey, settings } from './setting.ts'

/** Two settings of which the first has to fit the second, with what is said where it does not. */
interface Fit {
  keys: readonly [SettingKey, SettingKey]
  fits: (first: number, second: number) => boolean
  why: string
}

const fits: readonly Fit[] = [
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

/** Why a setting cannot have this value beside what the others have, after the field's label; null where it can. */
export function whyUnfit(key: SettingKey, value: unknown, now: (key: SettingKey) => unknown): string | null {
  for (const { keys, fits: isFit, why } of fits) {
    if (!keys.includes(key)) continue
    const [first, second] = keys.map((each) => Number(each === key ? value : now(each))) as [number, number]
    const other = keys[0] === key ? keys[1] : keys[0]
    if (!isFit(first, second)) return `does not go with “${settings[other].label}”, ${now(other)} ${settings[other].unit}: ${why}`
  }
  return null
}
