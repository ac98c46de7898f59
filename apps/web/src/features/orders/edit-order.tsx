import { type Address, type Order, type OrderCard, type OrderEditPart, orderEditContract, orderEdits } from '@larder/contract'
import { IconCalendarTime, IconPencil } from '@tabler/icons-react'
import { noteField } from '#entities/order/order-acts.tsx'
import { type Action, confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import type { Field } from '#kit/fields/field.ts'
import { customField, moneyField } from '#kit/fields/fields.tsx'
import { format } from '#kit/format.ts'
import { soon } from '#kit/lazily.tsx'
import { reasonOf } from './order-asks.ts'

const EditLinesInput = soon(() => import('./edit-lines-input.tsx').then((module) => module.EditLinesInput))
const AddressInput = soon(() => import('./address-input.tsx').then((module) => module.AddressInput))
const SlotInput = soon(() => import('./slot-input.tsx').then((module) => module.SlotInput))
const EditPreview = soon(() => import('./edit-preview.tsx').then((module) => module.EditPreview))

const slotField = customField('slot', {
  label: 'Slot',
  help: 'Left as it is, it stays.',
  input: (props) => <SlotInput {...props} />,
  show: (value) => (value ? 'another one' : 'as it is'),
  isWhole: true,
  isParted: true,
})
const newTotalField = customField('expectedTotal', { label: 'New total', input: (props) => <EditPreview {...props} />, isFleeting: true })

/** Plans an order for another slot, and changes nothing else of it. */
export const moveSlot = confirmAction(orderEditContract.edit, {
  label: 'Move slot',
  part: 'slot',
  icon: IconCalendarTime,
  question: ({ number, customerName }: OrderCard) => `${number}, ${customerName}. The customer is told of the new time.`,
  asks: [slotField, newTotalField, reasonOf('edit'), noteField] as never,
  done: ({ number }) => `${number} moved to another slot`,
  failed: ({ number }) => `${number} was not moved`,
})

/** The button that edits an order, as long as it runs. */
export function EditOrder({ order }: { order: Order }) {
  const isOpen = order.allowed.some(({ action, because }) => action === 'edit' && because === null)
  return isOpen && <ActionButton action={editOf(order)} row={order} isQuiet />
}

function editOf(order: Order): Action<Order> {
  const parts: Record<OrderEditPart, Field<never>> = {
    lines: customField('lines', {
      label: 'Items',
      input: (props) => <EditLinesInput {...props} order={order} />,
      show: (value) => (Array.isArray(value) ? `${value.length} changes` : 'as they are'),
      isWhole: true,
      isParted: true,
    }),
    address: customField('address', {
      label: 'Address',
      help: 'Left as it is, it stays. Another place may cost another delivery fee.',
      input: (props) => <AddressInput {...props} order={order} />,
      show: (value) => (value ? (value as Address).line1 : 'as it is'),
      isWhole: true,
      isParted: true,
    }),
    slot: slotField,
    tip: moneyField('tip', { label: 'Tip', help: `Now ${format().money(order.tip)}. Left empty, it stays.` }),
  }
  return confirmAction(orderEditContract.edit, {
    label: 'Edit order',
    icon: IconPencil,
    question: () => `${order.number}, ${order.customerName}. Change only what is to be different.`,
    asks: [
      ...(Object.keys(parts) as OrderEditPart[]).filter((part) => isOpen(order, part)).map((part) => parts[part]),
      newTotalField,
      reasonOf('edit'),
      noteField,
    ] as never,
    done: () => `${order.number} edited`,
    failed: () => `${order.number} was not edited`,
  })
}

/** Whether a part can still be edited, as the table says it. */
function isOpen({ status, orderType, timing }: Order, part: OrderEditPart): boolean {
  if (part === 'address' && orderType !== 'delivery') return false
  if (part === 'slot' && timing !== 'slot') return false
  return (orderEdits[part].from as readonly string[]).includes(status)
}
