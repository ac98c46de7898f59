import {
  type Instant,
  minutesBetween,
  type OrderCard,
  orderContract,
  type ProposalReason,
  proposalFactorLabels,
  roadMinutes,
} from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useZone } from '#kit/access/access.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { useFormat } from '#kit/format.ts'

interface RiderPickerProps extends FieldInputProps {
  /** Without a promise of its own it stands for several, and when a rider would be at one customer says nothing of the others. */
  order: Pick<OrderCard, 'id' | 'rider'> & Partial<Pick<OrderCard, 'promisedAt'>>
  /** Whom somebody has meant already: chosen at first as long as they can take it. */
  meant?: string | undefined
}

/** The riders on shift, the proposed one first and chosen, each with what speaks against them; one who can't take the order says why. */
export function RiderPicker({ order, meant, ...props }: RiderPickerProps) {
  const arrivalWords = useArrivalWords(order.promisedAt)
  const read = useRead(orderContract.riders, { params: { id: order.id } })
  const able = read.data?.filter(({ id, because }) => because === null && id !== order.rider?.id)
  useProposal(props, (able?.find(({ id }) => id === meant) ?? able?.[0])?.id)
  return (
    <Loading read={read}>
      {(riders) =>
        riders.length === 0 ? (
          <EmptyState title="No riders on shift" text="Riders of this branch appear here as soon as they start their shift." />
        ) : (
          <RadioList
            {...props}
            choices={riders.map(({ id, name, vehicle, activeOrders, distanceKm, because, reasons, arrivesAt }) => ({
              value: id,
              label: name,
              hint: [...arrivalWords(arrivesAt), vehicle, loadWords(activeOrders), ...againstWords(reasons)].join(', '),
              because: id === order.rider?.id ? 'Already has this order.' : because,
              aside: distanceKm === null ? 'no location' : `${distanceKm.toFixed(1)} km, ${roadMinutes(distanceKm)} min to the store`,
            }))}
          />
        )
      }
    </Loading>
  )
}

/** When they would be at the customer, and how far that is behind the promise: "at the customer by 7:42 PM (8 min late)". */
function useArrivalWords(promisedAt: Instant | null | undefined): (arrivesAt: Instant | null) => string[] {
  const format = useFormat()
  const zone = useZone()
  return (arrivesAt) => {
    if (arrivesAt === null || promisedAt === undefined) return []
    const late = promisedAt === null ? 0 : minutesBetween(promisedAt, arrivesAt)
    return [`at the customer by ${format.instant(arrivesAt, 'time', zone)}${late > 0 ? ` (${late} min late)` : ''}`]
  }
}

function loadWords(orders: number): string {
  return orders === 0 ? 'free' : orders === 1 ? '1 active order' : `${orders} active orders`
}

/** What speaks against a rider besides their way and their orders, which stand there by themselves: "rides in other areas". */
function againstWords(reasons: readonly ProposalReason[]): string[] {
  return reasons.flatMap(({ factor }) =>
    factor === 'way' || factor === 'load' || factor === 'unseen' ? [] : [proposalFactorLabels[factor].toLowerCase()],
  )
}
