import * as z from 'zod/mini'
import { contract, get, type Output, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { fileOf } from '../file-content.ts'
import { byId, Named } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { Currency } from '../values/currency.ts'
import { idOf } from '../values/id.ts'
import { queryWhole } from '../values/number.ts'
import { recordContract } from './record.ts'

/** A scan is read page by page, then waits for somebody who looks at its rows; it is done once they are reviewed. */
export const menuScanStatusLabels = {
  reading: 'Reading',
  'to-review': 'To review',
  done: 'Done',
  failed: 'Failed',
  discarded: 'Discarded',
} as const
const Status = enumOf(menuScanStatusLabels)

/** Media types of what is scanned. */
export const menuScanTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'] as const
/** The largest file, the most pages of a scan, the most scans of a store that are under way. */
export const menuScanLimits = { bytes: 12 * 1024 * 1024, pages: 20, open: 12 } as const

const verbs = /* @__PURE__ */ recordContract('menu-scan', '/menu-scans', {
  label: 'Menu scans',
  permission: 'change-set',
  draft: {},
  extra: {
    title: z.string(),
    storeId: idOf('store'),
    store: Named,
    currency: Currency,
    status: Status,
    /** Why it failed. */
    statusReason: z.nullable(z.string()),
    /** Pages that are read, and of how many as far as that is known. */
    pages: z.int(),
    ofPages: z.int(),
    /** Rows by how far their review is. */
    openRows: z.int(),
    confirmedRows: z.int(),
    droppedRows: z.int(),
    scannedBy: z.string(),
    /** The change set that was made of it. */
    changeSet: z.nullable(Named),
  },
  filterBy: ['storeId', 'status'],
  sorts: ['createdAt'],
  acts: {
    confirmSure: {
      permission: 'change-set.edit',
      asks: {},
      alsoChanges: ['menu-scan-row'],
      summary: 'confirm all rows that were read without doubt',
    },
    readOn: {
      permission: 'change-set.edit',
      asks: {},
      changesSeveral: true,
      alsoChanges: ['task'],
      summary: 'go on with reading that was broken off',
    },
    finish: {
      permission: 'change-set.edit',
      asks: {},
      changesSeveral: true,
      summary: 'its review is over: a change set is made of what was confirmed',
    },
    discard: { permission: 'change-set.edit', asks: {}, summary: 'discard it: nothing comes of its rows' },
  },
  alsoShows: ['menu-scan-row', 'store', 'change-set'],
})
const { create: _create, update: _update, ...record } = verbs

/** Menus that were photographed or sent as PDF, and read on this machine. */
export const menuScanContract = /* @__PURE__ */ contract('menu-scan', {
  ...record,
  create: post('/stores/:id/menu-scans', {
    permission: 'change-set.create',
    params: byId('store'),
    body: fileOf(...menuScanTypes),
    maxBytes: menuScanLimits.bytes,
    perMinute: 30,
    changesSeveral: true,
    alsoChanges: ['task'],
    response: record.get.shape.response,
    summary: 'Menu scans: add one, of a picture or a PDF, which a task reads',
  }),
  addPage: post('/menu-scans/:id/pages', {
    permission: 'change-set.create',
    params: record.get.shape.params,
    body: fileOf(...menuScanTypes),
    maxBytes: menuScanLimits.bytes,
    perMinute: 60,
    changesSeveral: true,
    alsoChanges: ['task'],
    response: record.get.shape.response,
    summary: 'Menu scans: add another picture or PDF to one',
  }),
  page: get('/menu-scans/:id/pages/:page', {
    permission: 'change-set.view',
    params: z.extend(record.get.shape.params, { page: queryWhole(1, menuScanLimits.pages) }),
    response: fileOf('image/webp'),
    summary: 'A page of a scan as it was read: upright and level',
  }),
})
export type MenuScan = Output<typeof menuScanContract.get>

export const menuScanRefusals = {
  'not-found': { 'menu-scan-not-found': 'No such scan of a menu, or its page is not kept any more, or out of reach.' },
  refused: {
    'scan-over': 'The scan is done or discarded.',
    'scan-not-read': 'The scan is still being read.',
    'scan-read': 'All pages of the scan are read, or a task reads them.',
    'scan-not-reviewed': 'Rows of the scan wait for review, or none is confirmed.',
  },
  unavailable: { 'scans-busy': 'Too many menus are being read.' },
} as const satisfies Refusals
