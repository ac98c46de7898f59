import { type Cart, cartContract, cartEventLabels } from '@larder/contract'
import { references, verticalOptions } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, vertical } from '#kit/cells/columns.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { oneOf } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'
import { declareFields } from '#kit/resource/declare-fields.ts'
import { defineResource } from '#kit/resource/define.ts'
import { CartLines } from './cart-lines.tsx'

const { columns, filters } = declareFields(
  cartContract,
  {
    state: { tones: { active: 'info', ordered: 'good', abandoned: 'warning' }, width: 112 },
    store: { width: 152 },
    changedAt: { label: 'Last activity' },
    customer: { width: 136 },
    createdAt: { label: 'Opened', width: 104 },
  },
  { storeId: references.store },
)
const itemWords = ({ lines }: Cart) => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') || 'empty'
const items = custom<Cart>('lines', 'Items', itemWords, { width: 260, grows: true, text: itemWords })

const message = confirmAction(cartContract.message, {
  label: 'Message them',
  question: ({ customer, store }: Cart) => `To ${customer?.name ?? 'the customer'}, by mail, about the cart at ${store.name}.`,
  asks: [textField('text', { label: 'Message', multiline: true })],
  done: ({ customer }) => `Message to ${customer?.name ?? 'the customer'} written`,
})

/** What customers put together in an app: still filled, ordered or left. */
export const carts = defineResource(cartContract, {
  label: ['Cart', 'Carts'],
  title: ({ store }) => `Cart at ${store.name}`,
  columns: [
    ...columns('state', 'store'),
    items,
    ...columns('total', 'changedAt', 'customer'),
    vertical('vertical'),
    ...columns('createdAt'),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [...filters('state'), oneOf('vertical', verticalOptions), ...filters('storeId')],
  panels: [
    panel('Items', (cart: Cart) => <CartLines cart={cart} />),
    panel('What happened', ({ events }: Cart) => (
      <Timeline
        entries={events.toReversed().map(({ sequence, type, line, note, at }) => ({
          id: String(sequence),
          at,
          who: '',
          what: line ? `${cartEventLabels[type]}: ${line.quantity} × ${line.name}` : cartEventLabels[type],
          note: note ?? undefined,
        }))}
      />
    )),
    facts('Cart', columns('state', 'customer', 'store', 'createdAt', 'changedAt')),
  ],
  actions: [message],
  emptyText: 'What customers put together in the app.',
})
