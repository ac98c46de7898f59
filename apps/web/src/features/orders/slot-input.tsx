import type { Order } from '@larder/contract'
import { use } from 'react'
import { SlotTimes } from '#entities/order/slot-times.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { FormRecord } from '#kit/fields/reference.tsx'

/** Day and hours of the slot of the order that the form is of, by the clocks of its branch. */
export function SlotInput(props: FieldInputProps) {
  const order = use(FormRecord) as Slotted | null
  return order && <SlotTimes order={order} {...props} />
}

type Slotted = Pick<Order, 'id' | 'version' | 'slotFrom' | 'slotTo' | 'timeZone'>
