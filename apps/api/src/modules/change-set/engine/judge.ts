import {
  type ChangeFieldKey,
  type ChangeLevel,
  type ChangeRemark,
  type ChangeValues,
  type Currency,
  changeField,
  changeFieldKeys,
  maxPriceMinor,
  money,
  moveOf,
} from '@larder/contract'
import { format } from '#kit/format.ts'

/** Against what a row is held. */
export interface Rails {
  currency: Currency
  /** A price that drops by more is warned of. */
  dropPercent: number
}

export interface Judged {
  remarks: ChangeRemark[]
  /** Of the price, in parts per million. */
  movePpm: number
}

const remark = (level: ChangeLevel, field: ChangeFieldKey | null, words: string): ChangeRemark => ({ field, level, words })

/** What is to be said of a record that would hold these values; `old` null: of a new one. Pure. */
export function judge(old: ChangeValues | null, values: ChangeValues, rails: Rails): Judged {
  const missing = old ? [] : changeFieldKeys.filter((key) => changeField(key).isRequired && (values[key] ?? null) === null)
  const isPriced = values.price !== undefined || values.compareAt !== undefined || values.cost !== undefined
  return {
    remarks: [...missing.map((key) => remark('error', key, 'is required')), ...(isPriced ? judgePrice(old, values, rails) : [])],
    movePpm: old && typeof old.price === 'number' && typeof values.price === 'number' ? moveOf(old.price, values.price) : 0,
  }
}

function judgePrice(old: ChangeValues | null, values: ChangeValues, { currency, dropPercent }: Rails): ChangeRemark[] {
  const now = { ...old, ...values }
  const [price, compareAt] = [now.price, now.compareAt]
  if (typeof price !== 'number') return []
  const words = (minor: number) => format().money(money(minor, currency))
  if (price < 0) return [remark('error', 'price', 'is below zero')]
  if (price === 0) return [remark('error', 'price', 'is zero')]
  if (price > maxPriceMinor) return [remark('error', 'price', 'is too large an amount')]
  const found: ChangeRemark[] = []
  if (typeof compareAt === 'number' && price > compareAt)
    found.push(remark('error', 'price', `is above the compare-at price of ${words(compareAt)}`))
  if (typeof now.cost === 'number' && price < now.cost) found.push(remark('warning', 'price', `is below the cost of ${words(now.cost)}`))
  const before = old?.price
  if (typeof before === 'number' && price < before && moveOf(before, price) > dropPercent * 10_000)
    found.push(remark('warning', 'price', `drops by more than ${dropPercent} %, from ${words(before)}`))
  return found
}

/** The worst of what is said; null where nothing is. */
export function worstOf(remarks: readonly ChangeRemark[]): ChangeLevel | null {
  return (['error', 'warning', 'info'] as const).find((level) => remarks.some((each) => each.level === level)) ?? null
}
