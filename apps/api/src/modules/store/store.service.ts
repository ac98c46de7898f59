import { addDays, addMinutes, localDateAt, type StoreDraft, type StoreStatus, storeContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { readStoreDay } from '#modules/dashboard/order-figures.service.ts'
import { presentStore, presentStoreRow } from './store.present.ts'
import { storeProfiles, storeRows } from './store.queries.ts'
import { columnsOfDraft, problemOfPoint } from './store-draft.ts'
import { replaceLinks } from './store-links.ts'
import { columnsOfMode, problemsOfMode } from './store-mode.decide.ts'

/** Roles that change only a part of a store: an administrator of customer care puts its hours right, and nothing else. */
const fieldsOfRole: Readonly<Record<string, readonly Exclude<keyof StoreDraft, 'version'>[]>> = {
  'custumercare-admin': ['openingHours', 'specialDays'],
}

/** A rule of a verb: the statuses that it is done in, else why not. */
const only = (from: readonly StoreStatus[], because: Because) => (row: { status: string }) =>
  from.some((status) => status === row.status) ? null : because

export const stores = resource(storeContract, {
  table: 'store',
  permission: 'store.view',
  rows: storeProfiles,
  scope: { branch: 'store.branch_id', store: 'store.id' },
  beside: async (ctx, rows) => new Map(await Promise.all(rows.map(async (row) => [row.id, await readToday(ctx, row)] as const))),
  present: (row, ctx, today) => presentStore(ctx, row, today),
  list: { rows: storeRows, present: (row, ctx) => presentStoreRow(row, ctx.clock.instant()) },
  search: { name: 'store.search', phone: 'store.search' },
  filters: {
    vertical: 'store.vertical',
    status: 'store.status',
    branchId: 'store.branch_id',
    areaId: 'store.area_id',
    // As shown: a mode whose end has passed is over.
    openMode: (mode, { clock }) =>
      sql<boolean>`case when store.open_mode_until <= ${clock.instant()} then 'open' else store.open_mode end = ${mode}`,
    licenceWithinDays: async (days, ctx) => sql<boolean>`store.licence_expires_on <= ${await dayAhead(ctx, days)}`,
    idleDays: (days, { clock }) =>
      sql<boolean>`(store.last_order_at < ${addMinutes(clock.instant(), -days * 24 * 60)} or store.last_order_at is null)`,
  },
  sorts: { name: 'store.display_name', createdAt: 'store.id', lastOrderAt: sql`coalesce(store.last_order_at, '-infinity')` },
  columns: columnsOfDraft,
  update: {
    editable: (_row, { actor: { role } }) => (role === null ? undefined : fieldsOfRole[role]),
    whyNot: only(['lead', 'draft', 'review', 'approved', 'live', 'suspended'], {
      reason: 'store-terminated',
      message: 'The store was terminated.',
    }),
    rule: problemOfPoint,
    parts: ({ work, row, body }) => replaceLinks(work, row, body),
  },
  acts: {
    setOpenMode: {
      whyNot: only(['live'], { reason: 'store-not-live', message: 'Only a live store takes orders.' }),
      input: ({ ctx, body }) => problemsOfMode(body, ctx.clock.instant()),
      sets: ({ body }) => columnsOfMode(body),
    },
    // Its orders under way go on.
    suspend: {
      whyNot: only(['live'], { reason: 'store-not-live', message: 'Only a live store can be suspended.' }),
      sets: ({ body }) => ({ status: 'suspended', status_reason: body.reason }),
    },
    reinstate: {
      whyNot: (row) =>
        only(['suspended'], { reason: 'store-not-suspended', message: 'The store is not suspended.' })(row) ??
        (row.branch_status === 'closed' ? 'Its branch is closed: reopen the branch first.' : null),
      sets: () => ({ status: 'live', status_reason: null }),
    },
  },
})

async function readToday(ctx: Context, row: { id: string; branch_time_zone: string; currency: string }) {
  const day = localDateAt(ctx.clock.instant(), row.branch_time_zone)
  return { day, ...(await readStoreDay(ctx.db, { storeId: row.id, day, currency: row.currency })) }
}

async function dayAhead(ctx: Context, days: number): Promise<string> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  return addDays(localDateAt(ctx.clock.instant(), zone), days)
}
