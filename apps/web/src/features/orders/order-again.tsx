import { type Order, type Output, orderAgainContract, paymentMethodLabels } from '@larder/contract'
import { noteField } from '#entities/order/order-acts.tsx'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { radioField } from '#kit/fields/choice-fields.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { optionsFrom } from '#kit/fields/options.ts'
import { soon } from '#kit/lazily.tsx'

const AgainLinesInput = soon(() => import('./again-inputs.tsx').then((module) => module.AgainLinesInput))
const AgainCredit = soon(() => import('./again-inputs.tsx').then((module) => module.AgainCredit))
const AgainPreview = soon(() => import('./again-inputs.tsx').then((module) => module.AgainPreview))
const AgainToPay = soon(() => import('./again-inputs.tsx').then((module) => module.AgainToPay))
const AgainSlot = soon(() => import('./again-inputs.tsx').then((module) => module.AgainSlot))

/** Orders for the customer what this order held, at the prices of now. */
export function againOf(order: Order): Action<Order> {
  return confirmAction(orderAgainContract.again, {
    label: 'Order again',
    question: () => `A new order for ${order.customerName} from ${order.store.name}, at the prices of now. ${order.number} stays as it is.`,
    body: () => ({ paymentMethod: 'cash' as const }),
    asks: [
      customField('without', {
        label: 'Items',
        input: (props) => <AgainLinesInput {...props} order={order} />,
        show: (value) => (Array.isArray(value) ? `${value.length} left out` : 'all of them'),
        isWhole: true,
      }),
      customField('slot', {
        label: 'Slot',
        help: 'Left empty, it is for as soon as possible.',
        input: (props) => <AgainSlot {...props} />,
        show: (value) => (value ? 'for later' : 'as soon as possible'),
        isWhole: true,
        isParted: true,
      }),
      radioField('paymentMethod', {
        label: 'Payment',
        options: optionsFrom(orderAgainContract.previewAgain, { params: { id: order.id }, body: {} }, ({ takesOnline }) => [
          { value: 'cash', label: paymentMethodLabels.cash, hint: 'at hand-over' },
          { value: 'card', label: paymentMethodLabels.card, hint: 'at hand-over' },
          ...(takesOnline
            ? [{ value: 'online', label: paymentMethodLabels.online, hint: 'the customer pays in the app; until then no store has it' }]
            : []),
        ]),
      }),
      customField('useCredits', {
        label: 'Use credit',
        input: (props) => <AgainCredit {...props} />,
        show: (value) => (value ? 'yes' : 'no'),
        isSelfLabelled: true,
      }),
      { ...noteField, label: 'Note for staff' },
      customField('expectedTotal', { label: 'New order', input: (props) => <AgainPreview {...props} />, isFleeting: true }),
      customField('expectedToPay', {
        label: 'Left to pay',
        input: (props) => <AgainToPay {...props} />,
        isFleeting: true,
        isSelfLabelled: true,
      }),
    ] as never,
    done: (_, __, answer) => `${(answer as Output<typeof orderAgainContract.again>).number} placed`,
    leadsTo: (_, answer) => (answer as Output<typeof orderAgainContract.again>).id,
    failed: ({ number }) => `${number} was not ordered again`,
  })
}
