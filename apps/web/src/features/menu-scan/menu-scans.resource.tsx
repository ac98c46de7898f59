import { type MenuScan, menuScanContract, menuScanStatusLabels } from '@larder/contract'
import { storeFilter } from '#entities/references.ts'
import { action, confirmAction } from '#kit/actions/action.ts'
import { custom, instant, reference, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { format } from '#kit/format.ts'
import { defineResource } from '#kit/resource/define.ts'

export const scanStates = styleStatuses(menuScanStatusLabels, { reading: 'info', 'to-review': 'warning', done: 'good', failed: 'bad' })

const counted = (key: 'openRows' | 'confirmedRows', label: string) =>
  custom<MenuScan>(key, label, (scan) => format().number(scan[key]), {
    align: 'right',
    width: 104,
    text: (scan) => format().number(scan[key]),
  })

export const finishScan = action(menuScanContract.finish, {
  label: 'Make a change set',
  tone: 'primary',
  done: ({ title }: MenuScan) => `${title}: a change set was made of it`,
})
export const discardScan = confirmAction(menuScanContract.discard, {
  label: 'Discard',
  tone: 'danger',
  question: ({ title }: MenuScan) => `Discard ${title}? Nothing comes of what was read.`,
  done: ({ title }: MenuScan) => `${title} discarded`,
})
export const readScanOn = action(menuScanContract.readOn, {
  label: 'Read on',
  done: ({ title }: MenuScan) => `${title} is read on`,
})
export const confirmSureRows = confirmAction(menuScanContract.confirmSure, {
  label: 'Confirm the sure ones',
  question: ({ title }: MenuScan) => `Confirm all rows of ${title} that were read without doubt? The others stay to be looked at.`,
  done: () => 'Rows without doubt confirmed',
})

/** Menus that were photographed or sent as PDF. */
export const menuScans = defineResource(menuScanContract, {
  label: ['Menu scan', 'Menu scans'],
  title: ({ title }) => title,
  columns: [
    text('title', { label: 'Menu', width: 240 }),
    reference('store', 'store', { width: 176 }),
    status('status', scanStates, { width: 120 }),
    custom<MenuScan>('pages', 'Pages', ({ pages }) => format().number(pages), {
      align: 'right',
      width: 80,
      text: ({ pages }) => format().number(pages),
    }),
    counted('openRows', 'To review'),
    counted('confirmedRows', 'Confirmed'),
    text('scannedBy', { label: 'Scanned by', width: 136 }),
    instant('createdAt', { label: 'Scanned', sort: 'createdAt', width: 104 }),
  ],
  sort: '-createdAt',
  filters: [search('Name of the menu'), oneOf('status', optionsOf(menuScanStatusLabels)), storeFilter],
  views: [{ label: 'To review', query: { status: 'to-review' } }],
  actions: [finishScan, confirmSureRows, readScanOn, discardScan],
})
