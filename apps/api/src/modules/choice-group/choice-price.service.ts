import { type Choice, divideHalfUp, type ItemUnit } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { format } from '#kit/format.ts'
import { groupsOfItem } from './groups-of-item.service.ts'

/** What of an item says what its choices cost. */
export interface Priced {
  unit: ItemUnit
  price_minor: number
}

/** What of a group says how much it adds to a price or takes off it. */
export interface Takes {
  minChoices: number
  maxChoices: number
  freeChoices: number
  choices: readonly Choice[]
}

const gramsPerKilogram = 1000n
const weight = /^(\d+(?:\.\d{1,3})?) (kg|g)$/

/** What a choice adds to the price of one piece. One that says nothing costs nothing, but that a piece of another weight costs in proportion: the item's price is that of a kilogram. */
export function deltaOf({ unit, price_minor: price }: Priced, { name, priceDelta }: Choice): bigint {
  if (priceDelta) return BigInt(priceDelta.minor)
  const grams = unit === 'pc' ? gramsOfChoice(name) : null
  return grams === null ? 0n : divideHalfUp(BigInt(price) * (BigInt(grams) - gramsPerKilogram), gramsPerKilogram)
}

/** The grams of a choice that is a weight (`500 g`, `1.5 kg`), else null. */
export function gramsOfChoice(choice: string): number | null {
  const [, figure, unit] = weight.exec(choice) ?? []
  return figure === undefined ? null : Math.round(Number(figure) * (unit === 'kg' ? 1000 : 1))
}

/**
 * The most that may be taken off the price of an item, by what takes most off in each of its groups, as many as may be chosen. What must be chosen
 * besides is not set against it: a price is never made by it that is charged in another order than it is told. Pure.
 */
export function mostOff(item: Priced, groups: readonly Takes[]): bigint {
  return groups.reduce((sum, { choices, maxChoices }) => {
    const off = choices.map((choice) => -deltaOf(item, choice)).filter((minor) => minor > 0n)
    const most = off.toSorted((a, b) => Number(b - a)).slice(0, maxChoices)
    return most.reduce((all, minor) => all + minor, sum)
  }, 0n)
}

/** What may be taken off an item in words, where that is more than it costs; null where it is not. The one rule of every door by which prices and choices come. Pure. */
export function tooMuchOff(item: Priced, groups: readonly Takes[], currency: string): string | null {
  const off = mostOff(item, groups)
  return off > BigInt(item.price_minor) ? format().money({ minor: Number(off), currency }) : null
}

/**
 * The least that one piece or kilogram of an item can be had for: of each group what costs least, as much as must be chosen, and whatever else takes
 * something off; the cheapest of what is chosen are free. Pure.
 */
export function leastPrice(item: Priced, groups: readonly Takes[]): bigint {
  return groups.reduce((sum, { choices, minChoices, maxChoices, freeChoices }) => {
    const adds = choices.map((choice) => deltaOf(item, choice)).toSorted((a, b) => Number(a - b))
    const chosen = adds.filter((minor, at) => at < minChoices || (at < maxChoices && minor < 0n))
    return chosen.reduce((all, minor, at) => (at < freeChoices && minor > 0n ? all : all + minor), sum)
  }, BigInt(item.price_minor))
}

/**
 * Whether customers can have an item for nothing, by its price and all that is chosen with it; that more is taken off than a price is refused as that.
 * The one rule of every door by which prices and choices come. Pure.
 */
export function isFree(item: Priced, groups: readonly Takes[]): boolean {
  const least = leastPrice(item, groups)
  return least === 0n || (least < 0n && item.price_minor === 0)
}

interface Whole {
  item: Priced
  groups: readonly Takes[]
}

/** Whether an item that cost something becomes free by other groups, by its price or by both. What is free already is no news. Pure. */
export function becomesFree(before: Whole, after: Whole): boolean {
  return isFree(after.item, after.groups) && !isFree(before.item, before.groups)
}

/** Why a price, or a unit, does not fit what an item is had as, behind the name of that field; null where it does. Pure. */
export function problemOfOptions(
  item: Priced,
  groups: readonly Takes[],
  { field, currency }: { field: 'price' | 'unit'; currency: string },
): string | null {
  const off = tooMuchOff(item, groups, currency)
  if (off === null) return null
  return field === 'price'
    ? `is below the ${off} that its options can take off`
    : `lets its options take off more than it costs, up to ${off}`
}

/** What comes with items, in one statement for however many; an item that nothing comes with has an empty list. */
export async function groupsOfItems(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Takes[]>> {
  const { rows } = await sql<{ id: string; groups: Takes[] }>`select item.id, ${groupsOfItem} as groups
    from item where item.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}

/** Those of items that customers can have for nothing, in one statement for however many. */
export async function freeAmong(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<
    Priced & { id: string; groups: Takes[] }
  >`select item.id, item.unit, item.price_minor, ${groupsOfItem} as groups
    from item where item.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.filter((row) => isFree(row, row.groups)).map(({ id }) => id))
}

/** Groups of a store by their ids. */
export async function groupsNamed(db: ReadDatabase, ids: readonly string[]): Promise<Takes[]> {
  if (ids.length === 0) return []
  const columns = ['min_choices as minChoices', 'max_choices as maxChoices', 'free_choices as freeChoices', 'choices'] as const
  return (await db.selectFrom('choice_group').select(columns).where('id', 'in', ids).execute()) as Takes[]
}
