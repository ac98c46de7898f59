import {
  addMinutes,
  currentInstant,
  type OpenMode,
  openModeLabels,
  openModeMeanings,
  openModes,
  type Store,
  storeContract,
} from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { When } from '#kit/cells/when.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'

/** How long a store may be busy or paused. */
export const pauseLengths = [
  { label: '30 min', minutes: 30 },
  { label: '1 h', minutes: 60 },
  { label: '2 h', minutes: 120 },
  { label: '4 h', minutes: 240 },
  { label: 'until reopened', minutes: null },
] as const

/** Open, busy, paused or closed; busy and paused ask for how long. */
export function OpenModePanel({ store }: { store: Store }) {
  const [picked, pick] = useState<OpenMode | null>(null)
  const [write, { isBusy }] = useWrite(storeContract.setOpenMode)
  const notify = useNotify()
  const may = store.allowed.find(({ action }) => action === 'setOpenMode')

  const set = async (mode: OpenMode, minutes: number | null) => {
    const until = minutes === null ? null : addMinutes(currentInstant(), minutes)
    const { error } = await write({ params: { id: store.id }, body: { version: store.version, mode, ...(needsEnd(mode) && { until }) } })
    if (error) return notify(error.message, 'error', 8000)
    pick(null)
    notify(`${store.name} is ${openModeLabels[mode].toLowerCase()} now`)
  }

  return (
    <Stack gap={3}>
      <Text as="p" tone="muted">
        {openModeMeanings[store.openMode]} {store.openModeReason}
        {store.openModeUntil && (
          <>
            {' '}
            Ends <When at={store.openModeUntil} zone={store.timeZone} />.
          </>
        )}
      </Text>
      {may && (
        <Row role="group" aria-label="How this store takes orders">
          {openModes.map((mode) => (
            <Button
              key={mode}
              tone={(picked ?? store.openMode) === mode ? 'primary' : 'neutral'}
              because={may.because}
              busy={isBusy && picked === mode}
              onClick={() => {
                pick(mode)
                if (!needsEnd(mode)) void set(mode, null)
              }}
            >
              {openModeLabels[mode]}
            </Button>
          ))}
        </Row>
      )}
      {picked && needsEnd(picked) && (
        <Row role="group" aria-label={`${openModeLabels[picked]}, for how long`}>
          <Text tone="muted" size={13}>
            For how long?
          </Text>
          {pauseLengths.map(({ label, minutes }) => (
            <Button key={label} size="small" disabled={isBusy} onClick={() => void set(picked, minutes)}>
              {label}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  )
}

function needsEnd(mode: OpenMode): boolean {
  return mode === 'busy' || mode === 'paused'
}
