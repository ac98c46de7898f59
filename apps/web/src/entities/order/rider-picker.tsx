import { type OrderCard, orderContract, type ProposalReason, proposalFactorLabels, roadMinutes } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'

interface RiderPickerProps extends FieldInputProps {
  order: Pick<OrderCard, 'id' | 'rider'>
  /** Whom somebody has meant already: chosen at first as long as they can take it. */
  meant?: string | undefined
}

/** The riders on shift, the proposed one first and chosen, each with what speaks against them; one who can't take the order says why. */
export function RiderPicker({ order, meant, ...props }: RiderPickerProps) {
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
            choices={riders.map(({ id, name, vehicle, activeOrders, distanceKm, because, reasons }) => ({
              value: id,
              label: name,
              hint: [vehicle, loadWords(activeOrders), ...againstWords(reasons)].join(', '),
              because: id === order.rider?.id ? 'Already has this order.' : because,
              aside: distanceKm === null ? 'no location' : `${distanceKm.toFixed(1)} km, ${roadMinutes(distanceKm)} min to the store`,
            }))}
          />
        )
      }
    </Loading>
  )
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
