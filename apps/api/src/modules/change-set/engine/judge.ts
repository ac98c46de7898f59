import {
  type ChangeFieldKey,
  type ChangeLevel,
  type ChangeRemark,
  type ChangeValues,
  type Currency,
  changeField,
  changeFieldKeys,
  freeUnallowed,
  freeWords,
  type ItemUnit,
  isFreeWords,
  maxPriceMinor,
  money,
  moveOf,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import { becomesFree, isFree, problemOfOptions, type Takes } from '#modules/choice-group/choice-price.service.ts'

/** Against what a row is held. */
export interface Rails {
  currency: Currency
  /** A price that drops by more is warned of. */
  dropPercent: number
  /** What it is that an item would be free. */
  free: 'warning' | 'error'
}

export interface Judged {
  remarks: ChangeRemark[]
  /** Of the price, in parts per million. */
  movePpm: number
}

const remark = (level: ChangeLevel, field: ChangeFieldKey | null, words: string): ChangeRemark => ({ field, level, words })

/** An item as it is, with what comes with it. */
export interface JudgedItem {
  values: ChangeValues
  groups: readonly Takes[]
}

/** What is to be said of an item that would hold these values; `item` null: of a new one. Pure. */
export function judge(item: JudgedItem | null, values: ChangeValues, rails: Rails): Judged {
  const missing = item ? [] : changeFieldKeys.filter((key) => changeField(key).isRequired && (values[key] ?? null) === null)
  const before = item?.values.price
  return {
    remarks: [...missing.map((key) => remark('error', key, 'is required')), ...judgePrice(item, values, rails)],
    movePpm: typeof before === 'number' && typeof values.price === 'number' ? moveOf(before, values.price) : 0,
  }
}

function judgePrice(item: JudgedItem | null, values: ChangeValues, { currency, dropPercent, free }: Rails): ChangeRemark[] {
  const { price, cost } = { ...item?.values, ...values }
  if (typeof price !== 'number') return []
  const isPriced = values.price !== undefined || values.compareAt !== undefined || values.cost !== undefined
  if (isPriced && price < 0) return [remark('error', 'price', 'is below zero')]
  if (isPriced && price > maxPriceMinor) return [remark('error', 'price', 'is too large an amount')]
  const isGiven = values.price !== undefined && isFree(pricedOf({ ...item?.values, ...values }), item?.groups ?? [])
  if (isGiven && free === 'error') return [remark('error', 'price', freeUnallowed(price))]
  const misfit = misfitOfPrice(item, values, currency)
  const found = misfit ? [remark('error', misfit.field, misfit.words)] : []
  if (isGiven) found.push(remark('warning', 'price', freeWords(price)))
  if (!isPriced) return found
  const words = (minor: number) => format().money(money(minor, currency))
  if (typeof cost === 'number' && price < cost) found.push(remark('warning', 'price', `is below the cost of ${words(cost)}`))
  const before = item?.values.price
  if (typeof before === 'number' && price < before && moveOf(before, price) > dropPercent * 10_000)
    found.push(remark('warning', 'price', `drops by more than ${dropPercent} %, from ${words(before)}`))
  return found
}

export interface Misfit {
  field: 'price' | 'compareAt' | 'unit'
  words: string
}

/**
 * Why an item cannot have these values beside the others that it has, and at which of them; null where it can. Asked as a row is looked at, and anew
 * of the item as it is when the row is written. Pure.
 */
export function misfitOfPrice(item: JudgedItem | null, values: ChangeValues, currency: Currency): Misfit | null {
  const { price, compareAt, unit } = { ...item?.values, ...values }
  const has = (field: Misfit['field']) => values[field] !== undefined
  if (typeof price !== 'number') return null
  const words = (minor: number) => format().money(money(minor, currency))
  if (typeof compareAt === 'number' && price > compareAt) {
    if (has('price')) return { field: 'price', words: `is above the compare-at price of ${words(compareAt)}` }
    if (has('compareAt')) return { field: 'compareAt', words: `is below the price of ${words(price)}` }
  }
  const field = has('price') ? 'price' : has('unit') ? 'unit' : null
  if (field === null || !item) return null
  const problem = problemOfOptions({ unit: unit as ItemUnit, price_minor: price }, item.groups, { field, currency })
  return problem === null ? null : { field, words: problem }
}

/**
 * Why an item is not made free by a row that was looked at when it would not have been: something came off it since. Null where that was told, or
 * where customers have it for nothing already. Pure.
 */
export function freeSince({ values: before, groups }: JudgedItem, values: ChangeValues, told: readonly ChangeRemark[]): Misfit | null {
  const { price } = values
  if (typeof price !== 'number' || told.some(({ words }) => isFreeWords(words))) return null
  const becomes = becomesFree({ item: pricedOf(before), groups }, { item: pricedOf({ ...before, ...values }), groups })
  return becomes ? { field: 'price', words: `${freeWords(price)}, and nobody was told so` } : null
}

function pricedOf({ unit, price }: ChangeValues) {
  return { unit: (unit ?? 'pc') as ItemUnit, price_minor: Number(price) }
}

/** The worst of what is said; null where nothing is. */
export function worstOf(remarks: readonly ChangeRemark[]): ChangeLevel | null {
  return (['error', 'warning', 'info'] as const).find((level) => remarks.some((each) => each.level === level)) ?? null
}
