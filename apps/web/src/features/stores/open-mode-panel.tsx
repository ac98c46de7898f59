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
import { useHeld } from '#api/held.ts'
import { useCan } from '#kit/access/access.tsx'
import { action } from '#kit/actions/action.ts'
import { type OpenAct, useOfferActs } from '#kit/actions/open-acts.ts'
import { useSend } from '#kit/actions/use-send.ts'
import { When } from '#kit/cells/when.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'

const RushesAt = soon(() => import('#entities/rush-notice.tsx').then((module) => module.RushesAt))
const OpenModeReason = soon(() => import('./open-mode-reason.tsx').then((module) => module.OpenModeReason))

/** How long a store may be busy or paused. */
export const pauseLengths = [
  { label: '30 min', minutes: 30 },
  { label: '1 h', minutes: 60 },
  { label: '2 h', minutes: 120 },
  { label: '4 h', minutes: 240 },
  { label: 'until reopened', minutes: null },
] as const

const takesOrders = (mode: OpenMode) => mode === 'open' || mode === 'busy'

/** A store that takes orders does so within its hours: outside of them it is not open yet. */
function modeWords(store: Store, asked: Record<string, unknown>): string {
  const mode = asked.mode as OpenMode
  return `${store.name} is ${openModeLabels[mode].toLowerCase()} ${takesOrders(mode) && !store.isWithinHours ? 'within its hours' : 'now'}`
}

const setMode = action(storeContract.setOpenMode, {
  label: 'Change how it takes orders',
  done: modeWords,
  failed: (store: Store) => `${store.name} still takes orders as before`,
  ahead: (store, { mode, until = null, reason = null }) => ({
    openMode: mode,
    openModeUntil: until,
    openModeReason: reason,
    isOpenNow: store.status === 'live' && takesOrders(mode as OpenMode) && store.isWithinHours,
  }),
})

/** Open, busy, paused or closed; busy and paused ask for how long. Each can be undone for five seconds. */
export function OpenModePanel({ store }: { store: Store }) {
  const [picked, pick] = useState<OpenMode | null>(null)
  const [reason, setReason] = useState('')
  const { sendAndTell, isBusy } = useSend(setMode)
  const held = useHeld().find(({ id, isSent }) => id === store.id && !isSent)
  const mayLook = useCan('order.view')
  const may = store.allowed.find(({ action: name }) => name === 'setOpenMode')

  const set = (mode: OpenMode, minutes: number | null) => {
    const until = minutes === null ? null : addMinutes(currentInstant(), minutes)
    pick(null)
    setReason('')
    sendAndTell(store, { mode, ...(needsEnd(mode) && { until, ...(reason.trim() && { reason: reason.trim() }) }) })
  }

  useOfferActs(may?.because === null && !held ? offered(store, set) : [])
  return (
    <Stack gap={3}>
      <Text as="p" tone="muted">
        {[openModeMeanings[store.openMode], store.openModeReason].map(sentence).join(' ')}
        {store.openModeUntil && (
          <>
            {' '}
            Ends <When at={store.openModeUntil} zone={store.timeZone} />.
          </>
        )}
      </Text>
      {mayLook && <RushesAt query={{ storeId: store.id }} />}
      {may && (
        <Row role="group" aria-label="How this store takes orders">
          {openModes.map((mode) => (
            <Button
              key={mode}
              tone={store.openMode === mode ? 'primary' : 'neutral'}
              pressed={(picked ?? store.openMode) === mode}
              because={held ? 'Can be undone for a moment: then it can be changed again.' : may.because}
              busy={isBusy}
              onClick={() => (needsEnd(mode) ? pick(mode) : set(mode, null))}
            >
              {openModeLabels[mode]}
            </Button>
          ))}
        </Row>
      )}
      {picked && !held && (
        <Row role="group" aria-label={`${openModeLabels[picked]}, for how long`}>
          <OpenModeReason text={reason} onText={setReason} />
          <Text tone="muted" size={13}>
            {openModeLabels[picked]} for how long?
          </Text>
          {pauseLengths.map(({ label, minutes }) => (
            <Button key={label} size="small" disabled={isBusy} onClick={() => set(picked, minutes)}>
              {label}
            </Button>
          ))}
          <Button size="small" onClick={() => pick(null)}>
            Cancel
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** What people type as a reason ends where they stopped. */
const sentence = (words: string | null) => (words && !/[.!?…]$/.test(words) ? `${words}.` : (words ?? ''))

function needsEnd(mode: OpenMode): boolean {
  return mode === 'busy' || mode === 'paused'
}

/** What the palette can do with it: each mode, and for how long. */
function offered({ openMode }: Store, set: (mode: OpenMode, minutes: number | null) => void): OpenAct[] {
  return openModes
    .filter((mode) => mode !== openMode)
    .flatMap((mode) =>
      needsEnd(mode)
        ? pauseLengths.map(({ label, minutes }) => ({
            key: `${mode} ${label}`,
            label: `${openModeLabels[mode]} ${minutes === null ? '' : 'for '}${label}`,
            run: () => set(mode, minutes),
          }))
        : [{ key: mode, label: openModeLabels[mode], run: () => set(mode, null) }],
    )
}
