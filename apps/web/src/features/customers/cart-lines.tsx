import { type Cart, cartContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { custom, number } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { format as inWords, useFormat } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

type Line = Cart['lines'][number]

/** Of several it is what one of them cost. */
const priceWords = (price: string, quantity: number) => (quantity === 1 ? price : `${price} each`)
const columns = [
  custom<Line>('name', 'Item', ({ name }) => name, { text: ({ name }) => name }),
  number('quantity', { label: 'Quantity' }),
  custom<Line>('price', 'Price then', ({ price, quantity }) => priceWords(inWords().money(price), quantity), { align: 'right' }),
]

/** What was in a cart, and what it would cost now. */
export function CartLines({ cart }: { cart: Cart }) {
  const format = useFormat()
  const { data } = useRead(cartContract.price, cart.lines.length > 0 ? { params: { id: cart.id } } : null)
  if (cart.lines.length === 0) return <Text tone="muted">It is empty.</Text>
  return (
    <Stack gap={2}>
      <RowsTable label="Items" columns={columns} rows={cart.lines} keyOf={({ itemId }) => itemId} />
      {data && (
        <Text as="p" size={13}>
          {data.items.minor === data.before.minor
            ? `${format.money(data.before)} then and now.`
            : `${format.money(data.before)} then, ${format.money(data.items)} now.`}
        </Text>
      )}
      {data?.problems.map((words) => (
        <Text key={words} as="p" size={13} tone="bad">
          {words}
        </Text>
      ))}
    </Stack>
  )
}
