import { type Money, type RemedyLimits, type RemedyProposal, remedyContract, remedySums, type Ticket } from '@larder/contract'
import { bearsField } from '#entities/order/bears-field.tsx'
import { beyondWords, leftWords, limitWords, overWords } from '#entities/order/left-words.ts'
import { refundNote } from '#entities/order/refund-note.tsx'
import { refundWays } from '#entities/order/refund-ways.ts'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { customField, moneyField, textField } from '#kit/fields/fields.tsx'
import { soon } from '#kit/lazily.tsx'

const RemedyReason = soon(() => import('./remedy-reason.tsx').then((module) => module.RemedyReason))

const reason = customField<'reasonCode', string>('reasonCode', { label: 'What happened', input: (props) => <RemedyReason {...props} /> })
const amount = moneyField('amount')
const because = textField('because', { label: 'Why otherwise', help: 'Where somebody else bears it than is proposed.' })
const note = textField('note', { multiline: true })
/** What can be given on a ticket; who bears it is as proposed until somebody says otherwise. */
export function remedyActs(ticket: Ticket, { shares, limits }: RemedyProposal, given: number): Action<Ticket>[] {
  const withoutStore = { store: 0, platform: shares.platform + shares.store, rider: shares.rider }
  const common = { ticketId: ticket.id, given }
  const { toStore, approvers } = limits ?? {}
  const told = {
    done: ({ number }: Ticket) => `Given on ${number}`,
    failed: ({ number }: Ticket) => `Nothing was given on ${number}`,
    warns: ({ order }: Ticket, { amount: typed }: Record<string, unknown>) =>
      order && limits?.worth ? overWords(order.name, typed as Money | null, limits.worth) : null,
  }
  const [own, ownToStore] = [withinSum(limits, approvers), withinSum(toStore, approvers)]
  const ofOrder = limits?.left && limits.captured ? leftWords({ left: limits.left, captured: limits.captured }) : ''
  const credit = confirmAction(remedyContract.create, {
    ...told,
    needs: own.needs,
    label: 'Credit',
    question: ({ customer }: Ticket) => `${customer?.name} keeps it until it expires. ${own.words}`,
    body: () => ({ ...common, kind: 'credit' as const, bears: shares }),
    asks: [amount, reason, bearsField, because, note],
  })
  const possible = refundWays.flatMap((way) => (way.value === 'credit' || (way.value === 'source' && !limits?.goesBack) ? [] : [way]))
  const refund = confirmAction(remedyContract.create, {
    ...told,
    needs: own.needs,
    label: 'Refund',
    question: ({ order }: Ticket) => `Money of ${order?.name} goes back, by the rules of its refunds. ${ofOrder} ${own.words}`,
    body: () => ({ ...common, kind: 'refund' as const, bears: shares, method: possible[0]?.value ?? ('cash' as const) }),
    asks: [amount, reason, radioField('method', { label: 'How', options: possible }), bearsField, because, refundNote],
  })
  const replacement = confirmAction(remedyContract.create, {
    ...told,
    needs: own.needs,
    label: 'Replace',
    question: ({ order, lines }: Ticket) =>
      `${lines.length > 0 ? `Lines ${lines.join(', ')} of ${order?.name} are` : `${order?.name} is`} sent once more for nothing, at the prices of now. ${own.words}`,
    body: () => ({ ...common, kind: 'replacement' as const, bears: shares }),
    asks: [reason, bearsField, because, note],
  })
  const compensation = confirmAction(remedyContract.create, {
    ...told,
    needs: ownToStore.needs,
    label: 'Compensate store',
    question: ({ store }: Ticket) => `It is owed to ${store?.name}. ${ownToStore.words}`,
    body: () => ({ ...common, kind: 'compensation' as const, bears: withoutStore }),
    asks: [amount, reason, bearsField, because, note],
  })
  return [
    ...(ticket.customer && ticket.store ? [credit] : []),
    ...(ticket.order ? [refund, replacement] : []),
    ...(ticket.store ? [compensation] : []),
  ]
}

/** What a sum leaves to whoever gives something alone, in words, and which amount takes another person. */
function withinSum(sum: RemedyLimits['toStore'] | null | undefined, approvers: readonly string[] = []) {
  if (!sum) return { words: '', needs: () => null }
  const counted = { ...sum, approvers, ...(sum.sumOf !== 'order' && { countedFor: remedySums[sum.sumOf] }) }
  return {
    words: limitWords({ ...counted, left: null }),
    needs: (_: Ticket, { amount: typed }: Record<string, unknown>) => beyondWords((typed as Money | null)?.minor ?? 0, counted),
  }
}
