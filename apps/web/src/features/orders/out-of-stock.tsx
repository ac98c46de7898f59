import { type OrderCard, orderStockContract, type StockSnooze, stockSnoozeLabels } from '@larder/contract'
import { IconShoppingCartX } from '@tabler/icons-react'
import { noteField } from '#entities/order/order-acts.tsx'
import { useCan } from '#kit/access/access.tsx'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { soon } from '#kit/lazily.tsx'

// It is asked first: whoever opens the dialog before its code is there waits at it.
const waiting = <SkeletonCard />
const StockLineInput = soon(() => import('./stock-inputs.tsx').then((module) => module.StockLineInput), waiting)
const InsteadInput = soon(() => import('./stock-inputs.tsx').then((module) => module.InsteadInput))
const StockPreview = soon(() => import('./stock-inputs.tsx').then((module) => module.StockPreview))

/** The button of an order that runs, on its card. */
export function OutOfStock({ order }: { order: OrderCard }) {
  const mayOperate = useCan('menu.operate')
  const isOpen = order.allowed.some(({ action, because }) => action === 'outOfStock' && because === null)
  return isOpen && <ActionButton action={outOfStockOf(mayOperate)} row={order} size="small" isQuiet />
}

/** What a store turns out not to have: sent otherwise or taken off, and not sold to others for a while where one may say so. */
export function outOfStockOf(mayOperate: boolean): Action<OrderCard> {
  const first: StockSnooze = mayOperate ? 'four-hours' : 'no'
  return confirmAction(orderStockContract.outOfStock, {
    label: 'Out of stock',
    icon: IconShoppingCartX,
    question: ({ number, store }: OrderCard) => `${store.name} does not have an item of ${number}. The customer is told.`,
    body: () => ({ snooze: first }),
    asks: [
      customField('line', {
        label: 'What is out of stock',
        input: (props) => <StockLineInput {...props} />,
        show: (value) => (typeof value === 'number' ? `line ${value}` : 'none'),
        isSelfLabelled: true,
      }),
      customField('instead', {
        label: 'For the customer',
        input: (props) => <InsteadInput {...props} />,
        show: (value) => (value ? 'another item' : 'taken off'),
        isWhole: true,
        isParted: true,
      }),
      ...(mayOperate ? [radioField('snooze', { label: 'For other customers', options: optionsOf(stockSnoozeLabels) })] : []),
      customField('expectedTotal', { label: 'New total', input: (props) => <StockPreview {...props} />, isFleeting: true }),
      noteField,
    ] as never,
    done: ({ number }) => `${number} edited: out of stock`,
    failed: ({ number }) => `${number} was not edited`,
  })
}
