import { type OrderReason, orderReasonContract, weightDifference } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { purposes } from '../act/reason.ts'
import { noAnswer, notPaid } from '../order.reference.ts'

type Kind = OrderReason['kind']
interface Listed {
  kind: string
  code: string
  active: boolean
  others: number
}

/** What the product itself says, whoever is there: these stay. */
const ownReasons: Partial<Record<Kind, string>> = { reject: noAnswer.code, cancel: notPaid.code, refund: weightDifference }

/**
 * The lists of reasons. An order keeps the code of its ending and who bore the cost, and money went by it: list, code and party of a reason are those
 * that it was added with, and none is removed. One that is retired is offered no more, and still names what was done for it.
 */
export const orderReasons = resource(orderReasonContract, {
  table: 'order_reason',
  permission: 'dashboard.view',
  rows: (db) =>
    db
      .selectFrom('order_reason')
      .selectAll('order_reason')
      .select(
        sql<number>`(select count(*)::int from order_reason as other
          where other.kind = order_reason.kind and other.active and other.id <> order_reason.id)`.as('others'),
      ),
  scope: 'everybody',
  search: { label: 'order_reason.label', code: 'order_reason.code' },
  // List by list, as people are offered them.
  sorts: {
    position: sql`order_reason.kind || to_char(order_reason.sort, '0000')`,
    label: 'order_reason.label',
    createdAt: 'order_reason.id',
  },
  acts: {
    retire: { before: ({ work }) => lockLists(work), whyNot: whyNotRetire, sets: () => ({ active: false }) },
    reinstate: { whyNot: ({ active }) => (active ? 'It is offered.' : null), sets: () => ({ active: true }) },
  },
})

function whyNotRetire({ kind, code, active, others }: Listed): string | null {
  if (!active) return 'It is retired.'
  if (ownReasons[kind as Kind] === code) return 'It is given by itself.'
  return others === 0 ? `It is the only reason to ${purposes[kind as Kind]}.` : null
}

// Two people who retire the last two of a list meet here: the second sees what the first left.
async function lockLists(work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order reasons'))`.execute(work.db)
}
