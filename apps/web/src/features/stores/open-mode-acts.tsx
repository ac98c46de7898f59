import { type StoreRow, storeContract } from '@larder/contract'
import { confirmAction } from '#kit/actions/action.ts'
import { textField } from '#kit/fields/fields.tsx'
import { lengthField } from '#kit/fields/length-field.tsx'
import { pauseLengths } from './open-mode-panel.tsx'

type Named = Pick<StoreRow, 'id' | 'version' | 'name' | 'status' | 'isWithinHours'>

/** Takes no orders for a while, or until it is opened again. */
export const pause = confirmAction(storeContract.setOpenMode, {
  label: 'Pause',
  question: ({ name }: Named) => `${name} takes no new orders. Orders in progress go on.`,
  body: () => ({ mode: 'paused', until: null }),
  asks: [
    lengthField('until', pauseLengths, 'until reopened'),
    textField('reason', { label: 'Reason', help: 'Shown to staff beside the store.' }),
  ],
  done: ({ name }: Named) => `${name} is paused`,
  failed: ({ name }) => `${name} was not paused`,
  ahead: (_row, { until = null }) => ({ openMode: 'paused', openModeUntil: until, isOpenNow: false }),
})

/** Takes orders within its hours again, whatever stopped it. */
export const reopen = confirmAction(storeContract.setOpenMode, {
  label: 'Reopen',
  question: ({ name }: Named) => `${name} takes orders within its hours again.`,
  body: () => ({ mode: 'open' }),
  done: ({ name }: Named) => `${name} is open`,
  failed: ({ name }) => `${name} was not reopened`,
  ahead: ({ status, isWithinHours }: Named) => ({
    openMode: 'open',
    openModeUntil: null,
    isOpenNow: status === 'live' && isWithinHours,
  }),
})
