import { type CashLine, cashHolderLabels, type Money } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'

const who = custom<CashLine>(
  'from',
  'Who',
  ({ from: { id, name } }) => (
    <PlaceLink entity="cash-holder" id={id}>
      {name}
    </PlaceLink>
  ),
  { text: (line) => line.from.name },
)
const kind = custom<CashLine>('holder', 'Kind', ({ holder }) => cashHolderLabels[holder])
const amount = (label: string, of: (line: CashLine) => Money) =>
  custom<CashLine>(label, label, (line) => format().money(of(line)), { align: 'right', text: (line) => format().money(of(line)) })

const columns = [
  who,
  kind,
  amount('Opening', (line) => line.opening),
  amount('Collected', (line) => line.collected),
  amount('Deposited', (line) => line.deposited),
  amount('Difference', (line) => line.difference),
  amount('Closing', (line) => line.closing),
]

/** What riders and stores have of customers' cash on a day that nobody has closed yet. */
export function DayCash({ label, lines }: { label: string; lines: readonly CashLine[] }) {
  if (lines.length === 0) return <Text tone="muted">Nobody held cash of customers on the day.</Text>
  return <RowsTable label={label} columns={columns} rows={lines} keyOf={({ from }) => from.id} isWide />
}
