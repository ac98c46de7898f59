import { missingOfRider, type Rider, type riderContract, riderNeedLabels } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { format } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import type { DraftOf } from '#kit/resource/define.ts'
import { useToday } from '#kit/use-now.ts'

const percent = (ppm: number | null) => (ppm === null ? '–' : `${Math.round(ppm / 10_000)} %`)

/** How a rider did over the last 30 days; each figure leads to what it counts. */
export function RiderFigures({ rider }: { rider: Rider }) {
  const { tabPath } = usePlaces()
  const { delivered, onTimePpm, acceptancePpm, earned } = rider.figures
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
      <Figure label="Delivered" value={delivered} to={tabPath('rider', rider.id, 'orders', {})} />
      <Figure label="On time" value={percent(onTimePpm)} />
      <Figure label="Acceptance" value={percent(acceptancePpm)} />
      <Figure label="Earned" value={format().wholeMoney(earned)} to={tabPath('rider', rider.id, 'earnings', {})} />
      <Figure label="Rating" value={rider.ratingTenths === null ? '–' : (rider.ratingTenths / 10).toFixed(1)} />
    </div>
  )
}

/** What is missing before somebody can be approved; of those who are, what has gone missing since. */
export function Missing({ rider: { status, missing } }: { rider: Rider }) {
  if (missing.length === 0) return <Text tone="muted">{status === 'left' ? 'They have left.' : 'Nothing is missing.'}</Text>
  return <Needs missing={missing} />
}

/** The same of what was typed of a new one, who is not there yet. */
export function MissingOfNew({ draft }: { draft: Partial<DraftOf<typeof riderContract>> }) {
  const today = useToday(useZone())
  const { vehicle, plate, areaIds = [], cashLimit, documents = [], bankHolder, bankNumber, bankCode } = draft
  if (!vehicle) return null
  const account = { hasBankAccount: false, bankAccountWaits: Boolean(bankHolder && bankNumber && bankCode) }
  const candidate = { vehicle, plate: plate || null, areaIds, cashLimitMinor: cashLimit?.minor ?? 0, documents, ...account }
  return <Needs missing={missingOfRider(candidate, today)} />
}

function Needs({ missing }: Pick<Rider, 'missing'>) {
  return (
    <Stack gap={2}>
      {missing.map(({ need, because }) => (
        <Text as="div" key={need}>
          <Text weight={500} tone="warning">
            {riderNeedLabels[need]}
          </Text>{' '}
          <Text tone="muted">{because}</Text>
        </Text>
      ))}
    </Stack>
  )
}
