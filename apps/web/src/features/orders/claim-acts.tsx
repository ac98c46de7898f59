import { type Order, type OrderCard, orderActionLabels, orderClaimContract } from '@larder/contract'
import { IconHandStop } from '@tabler/icons-react'
import { noteField } from '#entities/order/order-acts.tsx'
import { type Action, action, confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { useOfferActs } from '#kit/actions/open-acts.ts'
import { useAction } from '#kit/actions/use-action.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { ColleaguePicker } from './colleague-picker.tsx'

const failed = ({ number }: OrderCard) => `Who handles ${number} stays as it was`

const claim = action(orderClaimContract.claim, {
  label: orderActionLabels.claim,
  icon: IconHandStop,
  done: ({ number }: OrderCard) => `You are handling ${number}`,
  failed,
})

const takeOver = confirmAction(orderClaimContract.takeOver, {
  label: orderActionLabels.takeOver,
  question: ({ number, claimedBy }: OrderCard) => `${claimedBy?.name ?? 'A colleague'} is handling ${number}. From now on you do.`,
  asks: [textField('note', { label: 'Reason', help: 'Shown in the timeline.' })],
  done: ({ number }) => `You are handling ${number}`,
  failed,
})

function handOverOf(order: Pick<OrderCard, 'id'>): Action<OrderCard> {
  return confirmAction(orderClaimContract.handOver, {
    label: orderActionLabels.handOver,
    question: ({ number }: OrderCard) => `A colleague handles ${number} in your place.`,
    asks: [customField('staffId', { label: 'Colleague', input: (props) => <ColleaguePicker {...props} orderId={order.id} /> }), noteField],
    done: ({ number }) => `${number} handed over`,
    failed,
  })
}

const unclaim = action(orderClaimContract.unclaim, {
  label: orderActionLabels.unclaim,
  done: ({ number }: OrderCard) => `Claim on ${number} released`,
  failed,
})

/** Who handles an order, changed: what can be done now, and nothing else. */
export function ClaimActs({ order, isSmall }: { order: OrderCard | Order; isSmall?: boolean }) {
  return [claim, takeOver, handOverOf(order), unclaim]
    .filter(({ key }) => order.allowed.some(({ action, because }) => action === key && because === null))
    .map((act) => <ClaimAct key={act.key} act={act} order={order} isSmall={isSmall} />)
}

function ClaimAct({ act, order, isSmall }: { act: Action<OrderCard>; order: OrderCard; isSmall: boolean | undefined }) {
  const { run } = useAction(act, order)
  // A board has sixty cards: what can be done with the record on screen is an order's page's.
  useOfferActs(isSmall ? [] : [{ key: act.key, label: act.label, run }])
  return <ActionButton action={act} row={order} isQuiet size={isSmall ? 'small' : 'medium'} />
}
