import { plainFormat } from '@larder/contract'
import type { Measured } from './rounds.ts'

/** A claim: what it is about, what came out, what it should be, and whether it is. */
export interface Claim {
  what: string
  is: string
  target: string
  isMet: boolean
}

const largest = (rows: readonly Measured[], part: string) =>
  rows.filter((row) => row.part === part).toSorted((a, b) => b.orders - a.orders)[0]
const percent = (share: number) => `${(share * 100).toFixed(0)} %`

/** The claims of the design about rates, at the largest size that was measured. */
export function judgeRates(rows: readonly Measured[]): Claim[] {
  const shares: [part: string, share: number][] = [
    ['list', 0.5],
    ['status', 0.5],
    ['search', 1],
    ['detail', 0.35],
    ['transition', 0.35],
    ['dashboard', 0.2],
  ]
  return [
    ...shares.flatMap(([part, share]) => ofBare(largest(rows, part), share)),
    ...['list', 'status', 'search', 'detail', 'transition'].flatMap((part) => ofHandlers(largest(rows, part), 0.7)),
    ...ofNaked(largest(rows, 'list'), 0.3),
    ...slowest(rows),
    ...growth(rows, 'list', 0.8),
    ...growth(rows, 'search', 0.5),
  ]
}

function ofBare(row: Measured | undefined, share: number): Claim[] {
  if (!row) return []
  const is = row.product.perSecond / row.bare.perSecond
  return [{ what: `${row.title}: of the bare server's rate`, is: percent(is), target: `>= ${percent(share)}`, isMet: is >= share }]
}

/** What is left of a rate once somebody is signed in, may do it, is within limits and is checked. */
function ofHandlers(row: Measured | undefined, share: number): Claim[] {
  if (!row?.handlers) return []
  const is = row.product.perSecond / row.handlers.perSecond
  return [{ what: `${row.title}: of its own handler's rate`, is: percent(is), target: `>= ${percent(share)}`, isMet: is >= share }]
}

function ofNaked(row: Measured | undefined, share: number): Claim[] {
  if (!row?.naked) return []
  const is = row.product.perSecond / row.naked.perSecond
  return [{ what: `${row.title}: of the naked loop's rate`, is: percent(is), target: `>= ${percent(share)}`, isMet: is >= share }]
}

/** Filters and deep pages may take longer than the first page, but not much. */
function slowest(rows: readonly Measured[]): Claim[] {
  const first = largest(rows, 'list')
  const within = (part: string, times: number) => {
    const row = largest(rows, part)
    if (!row || !first) return []
    const is = row.product.p95 / first.product.p95
    return [{ what: `${row.title}: p95 against page 1`, is: `${is.toFixed(1)}x`, target: `<= ${times}x`, isMet: is <= times }]
  }
  return [...within('status', 3), ...within('page', 2)]
}

/** What is left of a rate at ten times the orders. */
function growth(rows: readonly Measured[], part: string, share: number): Claim[] {
  const [many, few] = rows.filter((row) => row.part === part).toSorted((a, b) => b.orders - a.orders)
  if (!many || !few) return []
  const is = many.product.perSecond / few.product.perSecond
  const sizes = `${plainFormat.number(many.orders)} against ${plainFormat.number(few.orders)} orders`
  return [{ what: `${many.title}: rate at ${sizes}`, is: percent(is), target: `>= ${percent(share)}`, isMet: is >= share }]
}

/** A figure that must not be above a limit. */
export function atMost(what: string, value: number, limit: number, unit: string): Claim {
  const shown = value.toFixed(Number.isInteger(value) || value >= 10 ? 0 : 2)
  return { what, is: `${shown} ${unit}`, target: `<= ${limit} ${unit}`, isMet: value <= limit }
}

/** A figure that must not be below a limit. */
export function atLeast(what: string, value: number, limit: number, unit: string): Claim {
  return { what, is: `${value.toFixed(0)} ${unit}`, target: `>= ${limit} ${unit}`, isMet: value >= limit }
}
