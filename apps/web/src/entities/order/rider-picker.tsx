import { type Instant, minutesBetween, type OrderCard, type Output, orderContract, roadMinutes } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useReads } from '#api/reads.ts'
import { useZone } from '#kit/access/access.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useProposal } from '#kit/fields/form/use-proposal.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { useFormat } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { againstWords } from './against-words.ts'

interface RiderPickerProps extends FieldInputProps {
  /** Without a promise of its own it stands for several, and when a rider would be at one customer says nothing of the others. */
  order: Pick<OrderCard, 'id' | 'rider'> & Partial<Pick<OrderCard, 'promisedAt'>>
  /** What the same rider is to carry with it. */
  others?: readonly Pick<OrderCard, 'id' | 'number'>[]
  /** Whom somebody has meant already: first and chosen if they can take it; else nobody is chosen, and it says why. */
  meant?: string | undefined
}

/** The riders on shift, the proposed one first and chosen, each with what speaks against them; one who can't take the order says why. */
export function RiderPicker({ order, others = [], meant, ...props }: RiderPickerProps) {
  const arrivalWords = useArrivalWords(order.promisedAt)
  const read = useRead(orderContract.riders, { params: { id: order.id } })
  const ofOthers = useReads(
    orderContract.riders,
    others.map(({ id }) => ({ params: { id } })),
  )
  const whyNot = (rider: Candidate) => {
    if (rider.id === order.rider?.id) return 'Already has this order.'
    return rider.because ?? others.map(({ number }, place) => whyNotWith(rider, number, ofOthers[place])).find(Boolean) ?? null
  }
  const isMeant = ({ id }: Candidate) => id === meant
  // Nobody is proposed before it is known of all orders who can take them.
  const able = ofOthers.includes(undefined) ? undefined : read.data?.filter((rider) => whyNot(rider) === null)
  useProposal(props, (meant === undefined ? able?.[0] : able?.find(isMeant))?.id)
  return (
    <Loading read={read}>
      {(riders) =>
        riders.length === 0 ? (
          <EmptyState title="No riders on shift" text="Riders of this branch appear here as soon as they start their shift." />
        ) : (
          <Stack gap={2}>
            {meant !== undefined && <NotMeant rider={riders.find(isMeant)} whyNot={whyNot} />}
            <RadioList
              {...props}
              choices={riders
                .toSorted((a, b) => Number(isMeant(b)) - Number(isMeant(a)))
                .map((rider) => ({
                  value: rider.id,
                  label: rider.name,
                  hint: [
                    ...arrivalWords(rider.arrivesAt),
                    rider.vehicle,
                    loadWords(rider.activeOrders),
                    ...againstWords(rider.reasons),
                  ].join(', '),
                  because: whyNot(rider),
                  aside: wayWords(rider.distanceKm),
                }))}
            />
          </Stack>
        )
      }
    </Loading>
  )
}

type Candidate = Output<typeof orderContract.riders>[number]

/** Why a rider cannot take another order with the first one: "EKM-12: Is on a break."; null while that is not known, and where they can. */
function whyNotWith({ id, name }: Candidate, number: string, riders: readonly Candidate[] | undefined): string | null {
  if (!riders) return null
  const same = riders.find((rider) => rider.id === id)
  if (!same) return `${number} is of another branch than ${name}.`
  return same.because && `${number}: ${same.because}`
}

interface NotMeantProps {
  rider: Candidate | undefined
  whyNot: (rider: Candidate) => string | null
}

/** Why whoever was meant cannot take it; nothing where they can. */
function NotMeant({ rider, whyNot }: NotMeantProps) {
  const because = rider ? whyNot(rider) : 'They are not on shift in the branch of this order.'
  if (because === null) return null
  return (
    <Alert tone="warning">
      {rider ? `${rider.name} cannot take it. ` : 'The rider whom you mean cannot take it. '}
      {because}
    </Alert>
  )
}

function wayWords(distanceKm: number | null): string {
  return distanceKm === null ? 'no location' : `${distanceKm.toFixed(1)} km, ${roadMinutes(distanceKm)} min to the store`
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
