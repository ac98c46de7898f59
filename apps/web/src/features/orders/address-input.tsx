import type { Order } from '@larder/contract'
import { AddressFields } from '#entities/order/address-fields.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'

/** Where the order goes; null as long as it is as it was. */
export function AddressInput({ order, value, onChange, ...props }: FieldInputProps & { order: Order }) {
  const own = order.address
  const take = (address: unknown) => onChange(JSON.stringify(address) === JSON.stringify(own) ? null : address)
  const near = { id: order.area.id, label: order.store.name, point: order.storePoint }
  return <AddressFields {...props} value={value ?? own} onChange={take} near={near} />
}
