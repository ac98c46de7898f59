import { addMoney, type CashLine, cashHolderLabels, type Money } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { format } from '#kit/format.ts'
import { Text } from '#kit/layout/text.tsx'
import { FewRows } from '#kit/resource/list/few-rows.tsx'

const who = custom<CashLine>(
  'from',
  'Who',
  ({ from: { id, name } }) =>
    id === '' ? (
      <Text weight={600}>{name}</Text>
    ) : (
      <PlaceLink entity="cash-holder" id={id}>
        {name}
      </PlaceLink>
    ),
  { text: (line) => line.from.name },
)
const kindText = ({ from, holder }: CashLine) => (from.id === '' ? '' : cashHolderLabels[holder])
const kind = custom<CashLine>('holder', 'Kind', kindText, { text: kindText })
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
  const rows = [...lines, ...totalOf(lines)]
  return <FewRows label={label} columns={columns} rows={rows} keyOf={({ from }) => from.id} titleOf={({ from }) => from.name} />
}

const summed = ['opening', 'collected', 'deposited', 'difference', 'closing'] as const

/** What all of them come to, where there are several: the opening, what was collected and what was deposited make the closing. */
function totalOf([first, ...more]: readonly CashLine[]): CashLine[] {
  if (!first || more.length === 0) return []
  const sums = summed.map((key) => [key, addMoney(first[key], ...more.map((line) => line[key]))] as const)
  return [{ ...first, ...Object.fromEntries(sums), from: { id: '', name: 'All' } }]
}
