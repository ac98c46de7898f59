import {
  addDays,
  addMinutes,
  type Instant,
  instantAt,
  localDateAt,
  type Money,
  type Order,
  type OrderLineChange,
  type OutOfStock,
  type orderStockContract,
  type Parsed,
  type StockSnooze,
  soldOutReason,
  stockDayBegins,
} from '@larder/contract'
import { allow } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { updateItems } from '#modules/item/item-write.service.ts'
import { type ActFacts, actOnOrder } from '../act/act.ts'
import { findOwnReason } from '../act/reason.ts'
import { presentOrder } from '../read/present.ts'
import type { DetailedOrder } from '../read/record.ts'
import { editActOf } from './edit.service.ts'

/** Says of a line that its store has not got it, at the version, and for the total, that somebody saw. */
export function outOfStock(ctx: Context, { params: { id }, body }: Parsed<typeof orderStockContract.outOfStock>): Promise<Order> {
  const { version, ...said } = body
  if (said.snooze !== 'no') allow(ctx, 'menu.operate')
  return markOutOfStock(ctx, id, said, { version, mover: 'staff', present: presentOrder })
}

interface Said extends OutOfStock {
  expectedTotal: Money
  note?: string | undefined
}

/** Edits the order by the one line, and snoozes what the line was of, in one unit. */
export async function markOutOfStock<R>(
  ctx: Context,
  id: string,
  { line, instead, snooze, expectedTotal, note }: Said,
  facts: Pick<ActFacts<R>, 'version' | 'mover' | 'present'>,
): Promise<R> {
  const change: OrderLineChange = instead ? { type: 'substitute', line, ...instead } : { type: 'remove', line }
  const reason = await findOwnReason(ctx, 'edit', soldOutReason)
  const edit = await editActOf(ctx, id, { edit: { lines: [change] }, expectedTotal, reason })
  const zone = edit.menu.time_zone
  const until = endOf(snooze, ctx.clock.instant(), zone)
  const act = { ...edit, note, fieldOf, ...(until && { notSold: { line, until: momentWords(until, zone, ctx) } }) }
  return actOnOrder(ctx, { ...facts, id, act, also: (work, before) => snoozeItem(ctx, work, before, { line, until }) })
}

function endOf(snooze: StockSnooze, now: Instant, zone: string): Instant | null {
  if (snooze === 'no') return null
  if (snooze === 'tomorrow') return instantAt(addDays(localDateAt(now, zone), 1), stockDayBegins, zone)
  return addMinutes(now, snooze === 'hour' ? 60 : 240)
}

function momentWords(until: Instant, zone: string, { clock }: Context): string {
  const time = format().instant(until, 'time', zone)
  const day = localDateAt(until, zone)
  return day === localDateAt(clock.instant(), zone) ? time : `${format().day(day)}, ${time}`
}

/** What an edit of the one line calls its fields, as they are called here. */
function fieldOf(field: string): string {
  const [, part] = /^lines\.0\.(.+)$/.exec(field) ?? []
  if (part === undefined) return field === 'lines' ? 'line' : field
  return part === 'line' ? 'line' : `instead.${part}`
}

/** What is snoozed for longer stays so; what is gone from the menu is sold to nobody anyway. */
async function snoozeItem(
  ctx: Context,
  work: Work,
  { lines }: DetailedOrder,
  { line, until }: { line: number; until: Instant | null },
): Promise<void> {
  const itemId = lines.find((each) => each.line === line)?.item_id ?? null
  if (until === null || itemId === null) return
  const item = await work.db.selectFrom('item').select('snoozed_until').where('id', '=', itemId).executeTakeFirst()
  if (!item || (item.snoozed_until !== null && item.snoozed_until >= until)) return
  const [verdict] = await updateItems(ctx, work, [{ id: itemId, fields: { snoozedUntil: until } }])
  if (!verdict?.own) invalid({ 'body.snooze': "is for whoever reaches the store's menu" })
}
