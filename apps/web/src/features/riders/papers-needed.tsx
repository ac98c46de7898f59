import { papersFor, type RiderDocument, riderNeedLabels, type Vehicle, vehicleLabels, whyNoPaper } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useToday } from '#kit/use-now.ts'

/** Which papers the vehicle in the form takes before a rider is approved, and what each still lacks. */
export function PapersNeeded() {
  const { vehicle, documents } = useFormValues() as { vehicle?: Vehicle; documents?: RiderDocument[] }
  const today = useToday(useZone())
  if (!vehicle) return null
  const all = papersFor(vehicle).map((kind) => ({ kind, because: whyNoPaper(kind, documents ?? [], today) }))
  return (
    <Stack gap={1}>
      <Text as="div" size={13} tone="muted">
        Before approval, with a picture each ({vehicleLabels[vehicle].toLowerCase()}):
      </Text>
      {all.map(({ kind, because }) => (
        <Text as="div" size={13} key={kind}>
          <Text size={13} weight={500} tone={because ? 'warning' : 'default'}>
            {riderNeedLabels[kind]}
          </Text>{' '}
          <Text size={13} tone="muted">
            {because ?? 'It is there.'}
          </Text>
        </Text>
      ))}
    </Stack>
  )
}
