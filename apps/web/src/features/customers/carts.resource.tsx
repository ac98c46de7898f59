import { type Cart, cartContract, cartEventLabels, cartStateLabels } from '@larder/contract'
import { storeFilter, verticalOptions } from '#entities/references.ts'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, money, reference, status, vertical } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf } from '#kit/filters/filters.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { CartLines } from './cart-lines.tsx'

const states = styleStatuses(cartStateLabels, { active: 'info', ordered: 'good', abandoned: 'warning' })
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
    status('state', states, { width: 112 }),
    reference('store', 'store', { width: 152 }),
    items,
    money('total', { width: 96 }),
    instant('changedAt', { label: 'Last activity', width: 112 }),
    reference('customer', 'customer', { width: 136 }),
    vertical('vertical'),
    instant('createdAt', { label: 'Opened', sort: 'createdAt', width: 104 }),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [oneOf('state', optionsOf(cartStateLabels)), oneOf('vertical', verticalOptions), storeFilter],
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
    facts<Cart>('Cart', [
      status('state', states),
      reference('customer', 'customer'),
      reference('store', 'store'),
      instant('createdAt', { label: 'Opened' }),
      instant('changedAt', { label: 'Last activity' }),
    ]),
  ],
  actions: [message],
  emptyText: 'What customers put together in the app.',
})
