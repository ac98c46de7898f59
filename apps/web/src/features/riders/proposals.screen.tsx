import {
  addDays,
  currentInstant,
  type Input,
  localDateAt,
  type ProposalReason,
  type ProposalReplay,
  proposalFactorLabels,
  proposalWeights,
  riderProposalContract,
} from '@larder/contract'
import { useRead } from '#api/client.ts'
import { againstWords } from '#entities/order/against-words.ts'
import { branchFilter } from '#entities/references.ts'
import { useZone } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Figure } from '#kit/layout/figure.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useAddress } from '#kit/use-address.ts'
import type { Prepare } from '#kit/visit.ts'

function inputOf(params: URLSearchParams): Input<typeof riderProposalContract.replay> {
  const [branchId, day] = [params.get('branchId'), params.get('day')]
  return { query: { ...(branchId && { branchId }), ...(day && { day }) } }
}

export const prepare: Prepare = ({ address, read }) => read(riderProposalContract.replay, inputOf(address.searchParams))

/** Who would have been proposed on a past day, against who was assigned: how often they agree, and what it would have saved. */
export default function ProposalsScreen() {
  const [params, setAddress] = useAddress()
  const read = useRead(riderProposalContract.replay, inputOf(params))
  const branchId = params.get('branchId')
  const put = (changes: Record<string, string | undefined>) => setAddress(changes, { replace: true })
  return (
    <Page
      title="Proposals replayed"
      subtitle="The rider who would have been proposed for each order of a day, against the one who was assigned."
      actions={
        <FilterChoice
          filter={branchFilter}
          none="All branches"
          query={{ branchId: branchId ?? '' }}
          onChange={({ branchId: chosen }) => put({ branchId: chosen ?? '' })}
        />
      }
    >
      <Stack gap={4}>
        <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
          {(replay) => <Replay replay={replay} onDay={(day) => put({ day })} />}
        </Loading>
        <Weights />
      </Stack>
    </Page>
  )
}

const percent = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((100 * part) / of)} %`)

function Replay({ replay, onDay }: { replay: ProposalReplay; onDay: (day: string) => void }) {
  const { day, orders, compared, agreed, savedMinutes, rows } = replay
  const yesterday = addDays(localDateAt(currentInstant(), useZone()), -1)
  return (
    <Stack gap={4}>
      <Row justify="space-between">
        <Text weight={500}>{format().day(day)}</Text>
        <Row gap={2}>
          <Button size="small" onClick={() => onDay(addDays(day, -1))}>
            Day before
          </Button>
          <Button size="small" disabled={day >= yesterday} onClick={() => onDay(addDays(day, 1))}>
            Day after
          </Button>
        </Row>
      </Row>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))' }}>
        <Figure label="Orders assigned" value={format().number(orders)} />
        <Figure label="Compared" value={format().number(compared)} hint="where positions of then are kept" />
        <Figure label="Same rider" value={percent(agreed, compared)} hint={`${format().number(agreed)} orders`} />
        <Figure label="Less way to stores" value={`${format().number(savedMinutes)} min`} hint="all together, as a bird flies at 20 km/h" />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title={compared === 0 ? 'Nothing to compare' : 'Always the same rider'}
          text={`${compared === 0 ? '' : 'Of each order that is compared, whoever would have been proposed was assigned. '}An order is compared where at least two riders on shift were heard of within a quarter of an hour before it was assigned.`}
        />
      ) : (
        <Card title="Where another rider would have been proposed" flush>
          <RowsTable label="Other proposals" columns={columns} rows={rows} keyOf={({ order }) => order.id} isWide />
        </Card>
      )}
    </Stack>
  )
}

type Other = ProposalReplay['rows'][number]
const rider = (key: 'assigned' | 'proposed', label: string) =>
  custom<Other>(key, label, (row) => (
    <PlaceLink entity="rider" id={row[key].id}>
      {row[key].name}
    </PlaceLink>
  ))
const wayWords = (minutes: number, orders: number, reasons: readonly ProposalReason[]) =>
  [`${minutes} min`, orders === 0 ? 'free' : `carried ${orders}`, ...againstWords(reasons)].join(', ')
const columns = [
  custom<Other>('order', 'Order', ({ order }) => (
    <PlaceLink entity="order" id={order.id}>
      {order.name}
    </PlaceLink>
  )),
  rider('assigned', 'Assigned'),
  custom<Other>('assignedMinutes', 'Way of the assigned', ({ assignedMinutes, assignedOrders, assignedReasons }) =>
    wayWords(assignedMinutes, assignedOrders, assignedReasons),
  ),
  rider('proposed', 'Proposed'),
  custom<Other>('proposedMinutes', 'Way of the proposed', ({ proposedMinutes, proposedOrders, proposedReasons }) =>
    wayWords(proposedMinutes, proposedOrders, proposedReasons),
  ),
]

/** What speaks against a rider, and how much. */
function Weights() {
  return (
    <Card title="How riders are ranked">
      <Stack gap={2}>
        <Text as="p" tone="muted">
          The fewest minutes win: the way to the store, and for whatever else speaks against a rider so many more. Cash, documents and
          batteries of a past day are not kept, and count in a replay for nobody.
        </Text>
        {Object.entries(proposalWeights).map(([factor, minutes]) => (
          <Text as="div" key={factor} size={13}>
            {proposalFactorLabels[factor as keyof typeof proposalWeights]}: {minutes} min{factor === 'load' && ' each'}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}
