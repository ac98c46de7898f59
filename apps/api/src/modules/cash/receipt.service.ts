import {
  type CashDeposit,
  type cashDepositContract,
  cashDepositStatusLabels,
  cashHolderLabels,
  type FileStream,
  isZeroMoney,
  moneySum,
  type Output,
  type Parsed,
} from '@larder/contract'
import { dateOf } from '#kit/clock.ts'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { drawSheets } from '#kit/paper/paper.ts'
import type { Block } from '#kit/paper/sheet.ts'
import { deposits } from './cash-deposit.service.ts'

type OfOne = Parsed<typeof cashDepositContract.orders>
const mostOrders = 1000

/** Whose orders' cash a deposit is. */
export async function listDepositedCash(ctx: Context, { params }: OfOne): Promise<Output<typeof cashDepositContract.orders>> {
  const { counted } = await deposits.handlers.get(ctx, { params })
  const rows = await ctx.db
    .selectFrom('cash_deposit_order')
    .innerJoin('orders', 'orders.id', 'cash_deposit_order.order_id')
    .innerJoin('store', 'store.id', 'cash_deposit_order.store_id')
    .select(['cash_deposit_order.order_id', 'orders.number', 'cash_deposit_order.store_id', 'store.display_name', 'minor', 'since'])
    .where('deposit_id', '=', params.id)
    .orderBy('since')
    .orderBy('cash_deposit_order.order_id')
    .limit(mostOrders)
    .execute()
  const present = (row: (typeof rows)[number]) => ({
    order: { id: row.order_id, name: row.number },
    store: { id: row.store_id, name: row.display_name },
    amount: moneySum(row.minor, counted.currency),
    since: row.since,
  })
  return { rows: rows.map(present), next: null }
}

/** The receipt of a deposit: who brought how much, who received it, and what it was counted against. */
export async function drawCashReceipt(ctx: Context, { params }: Parsed<typeof cashDepositContract.receipt>): Promise<FileStream> {
  const deposit = await deposits.handlers.get(ctx, { params })
  const { time_zone } = await ctx.db.selectFrom('branch').select('time_zone').where('id', '=', deposit.branch.id).executeTakeFirstOrThrow()
  const title = `Cash receipt ${deposit.number}`
  const { orders } = await ctx.db
    .selectFrom('cash_deposit_order')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('deposit_id', '=', deposit.id)
    .executeTakeFirstOrThrow()
  const bytes = await drawSheets([{ title, paper: 'roll', at: dateOf(deposit.createdAt), blocks: blocksOf(deposit, orders, time_zone) }])
  return { type: 'application/pdf', name: `${title}.pdf`, sizeBytes: bytes.length, pieces: piecesOf(bytes) }
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}

function blocksOf(deposit: CashDeposit, orders: number, zone: string): Block[] {
  const { money, number, instant } = format()
  const pair = (left: string, right: string, isStrong = false): Block => ({ kind: 'pair', left, right, isStrong })
  return [
    { kind: 'words', text: 'Cash receipt', size: 'large', isStrong: true, align: 'centre' },
    { kind: 'words', text: deposit.number, isStrong: true, align: 'centre' },
    { kind: 'words', text: `${deposit.branch.name} · ${instant(deposit.createdAt, 'dateTime', zone)}`, size: 'small', align: 'centre' },
    // A mark has rules of its own.
    deposit.status === 'reversed'
      ? {
          kind: 'mark',
          text: `${cashDepositStatusLabels.reversed} ${deposit.reversedAt ? instant(deposit.reversedAt, 'dateTime', zone) : ''} by ${deposit.reversedBy}: ${deposit.reversedBecause}`,
        }
      : { kind: 'rule' },
    pair(cashHolderLabels[deposit.holder], deposit.from.name),
    ...(deposit.broughtBy ? [pair('Brought by', deposit.broughtBy)] : []),
    pair('Received by', deposit.receivedBy),
    pair('Orders', number(orders)),
    { kind: 'rule' },
    pair('Expected', money(deposit.expected)),
    pair('Counted', money(deposit.counted), true),
    ...(isZeroMoney(deposit.difference) ? [] : [pair('Difference', money(deposit.difference), true)]),
    ...(deposit.remark ? [{ kind: 'words', text: deposit.remark } as const] : []),
    ...(deposit.isAll ? [] : [{ kind: 'words', text: 'The rest stays with them.' } as const]),
  ]
}
