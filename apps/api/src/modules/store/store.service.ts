import { addDays, addMinutes, localDateAt, onboardingStatuses, type Permission, type StoreDraft, storeContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { readStoreDay } from '#modules/dashboard/order-figures.service.ts'
import { noteMaker, stampMaker } from './in-review.service.ts'
import { type BesideStores, presentStore, presentStoreRow } from './store.present.ts'
import { type ProfiledStore, storeProfiles, storeRows } from './store.queries.ts'
import { checklistPermissions } from './store-checklist.decide.ts'
import { columnsOfDraft, problemsOfDraft } from './store-draft.ts'
import { replaceLinks } from './store-links.ts'
import { columnsOfMode, problemsOfMode } from './store-mode.decide.ts'
import { addPapers, columnsOfNew, nearestLocation, problemsOfNew } from './store-onboard.ts'
import {
  endAccess,
  madeBy,
  only,
  whyBranchClosed,
  whyNotApprove,
  whyNotBegin,
  whyNotGoLive,
  whyNotSendBack,
  whyNotSubmit,
  whyNotTerminate,
} from './store-status.ts'

/** Roles that change only a part of a store: an administrator of customer care puts its hours right, and nothing else. */
const fieldsOfRole: Readonly<Record<string, readonly Exclude<keyof StoreDraft, 'version'>[]>> = {
  'custumercare-admin': ['openingHours', 'specialDays'],
}

export const stores = resource(storeContract, {
  table: 'store',
  permission: 'store.view',
  rows: storeProfiles,
  scope: { branch: 'store.branch_id', store: 'store.id' },
  beside: readBeside,
  present: (row, ctx, beside) => presentStore(ctx, row, beside),
  list: { rows: storeRows, present: (row, ctx) => presentStoreRow(row, ctx.clock.instant()) },
  search: { name: 'store.search', phone: 'store.search' },
  filters: {
    isOnboarding: (is) => {
      const coming = sql<boolean>`store.status in (${sql.join(onboardingStatuses.map((status) => sql.lit(status)))})`
      return is ? coming : sql<boolean>`not ${coming}`
    },
    // As shown: a mode whose end has passed is over.
    openMode: (mode, { clock }) =>
      sql<boolean>`case when store.open_mode_until <= ${clock.instant()} then 'open' else store.open_mode end = ${mode}`,
    licenceWithinDays: async (days, ctx) => sql<boolean>`store.licence_expires_on <= ${await dayAhead(ctx, days)}`,
    idleDays: (days, { clock }) =>
      sql<boolean>`(store.last_order_at < ${addMinutes(clock.instant(), -days * 24 * 60)} or store.last_order_at is null)`,
    bankAccount: (which) =>
      which === 'waiting'
        ? sql<boolean>`store.id in (select store_id from bank_account where state = 'waiting') and store.status <> 'terminated'`
        : sql<boolean>`not exists (select from bank_account where store_id = store.id and state = 'approved') and store.status <> 'terminated'`,
  },
  sorts: { name: 'store.display_name', createdAt: 'store.id', lastOrderAt: sql`coalesce(store.last_order_at, '-infinity')` },
  columns: columnsOfDraft,
  create: { rule: problemsOfNew, sets: columnsOfNew, parts: addPapers },
  update: {
    editable: (_row, { actor: { role } }) => (role === null ? undefined : fieldsOfRole[role]),
    whyNot: only(['lead', 'draft', 'review', 'approved', 'live', 'suspended'], {
      reason: 'store-terminated',
      message: 'The store was terminated.',
    }),
    rule: problemsOfDraft,
    parts: ({ work, row, body }) => replaceLinks(work, row, body),
    stamps: stampMaker,
    async also({ ctx, work, now, body }) {
      const { id, area_id: areaId } = now
      if (!body.point) return
      const location = { location_id: await nearestLocation(ctx.db, areaId, body.point) }
      await work.db.updateTable('store').set(location).where('id', '=', id).execute()
    },
  },
  acts: {
    setOpenMode: {
      whyNot: only(['live'], { reason: 'store-not-live', message: 'Only a live store takes orders.' }),
      input: ({ ctx, body }) => problemsOfMode(body, ctx.clock.instant()),
      sets: ({ body }) => columnsOfMode(body),
      also: ({ ctx, work, now }) =>
        work.db
          .updateTable('store')
          .set({ open_mode_by: ctx.actor.name, open_mode_at: ctx.clock.instant() })
          .where('id', '=', now.id)
          .execute(),
    },
    begin: { whyNot: whyNotBegin, sets: () => ({ status: 'draft' }) },
    submit: {
      whyNot: whyNotSubmit,
      sets: () => ({ status: 'review' }),
      also: ({ ctx, work, now }) => noteMaker(ctx, work, 'store', now.id),
    },
    approve: {
      whyNot: whyNotApprove,
      madeBy,
      sets: () => ({ status: 'approved' }),
    },
    sendBack: { whyNot: whyNotSendBack, sets: () => ({ status: 'draft' }) },
    goLive: { whyNot: whyNotGoLive, sets: () => ({ status: 'live' }) },
    // Its orders under way go on.
    suspend: {
      whyNot: only(['live'], { reason: 'store-not-live', message: 'Only a live store can be suspended.' }),
      sets: () => ({ status: 'suspended' }),
    },
    reinstate: {
      whyNot: (row) =>
        only(['suspended'], { reason: 'store-not-suspended', message: 'The store is not suspended.' })(row) ?? whyBranchClosed(row),
      sets: () => ({ status: 'live', status_reason: null }),
    },
    terminate: {
      whyNot: whyNotTerminate,
      sets: () => ({ status: 'terminated' }),
      also: ({ ctx, work, now, body }) => endAccess({ ctx, work, now, reason: body.reason }),
    },
  },
})

async function readBeside(ctx: Context, rows: readonly ProfiledStore[]): Promise<BesideStores> {
  const [today, prepMinutes, roles] = await Promise.all([
    Promise.all(rows.map(async (row) => [row.id, await readToday(ctx, row)] as const)),
    readPrepMinutes(
      ctx,
      rows.map(({ id }) => id),
    ),
    readRoles(ctx),
  ])
  return { today: new Map(today), prepMinutes, rolesWith: (permission) => roles.get(permission) ?? [] }
}

async function readPrepMinutes(ctx: Context, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; minutes: number }>`
    select id, store_prep_minutes(store, ${ctx.clock.instant()}) as minutes from store where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, minutes }) => [id, minutes]))
}

/** Names of the roles that hold what a checklist takes. */
async function readRoles({ db }: Context): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ permission: Permission; names: string[] }>`
    select permission, array_agg(name order by sort, name) as names from role_grant join role on role.id = role_grant.role_id
    where permission = any(${[...checklistPermissions]}::text[]) group by permission`.execute(db)
  return new Map(rows.map(({ permission, names }) => [permission, names]))
}

async function readToday(ctx: Context, row: { id: string; branch_time_zone: string; currency: string }) {
  const day = localDateAt(ctx.clock.instant(), row.branch_time_zone)
  return { day, ...(await readStoreDay(ctx.db, { storeId: row.id, day, currency: row.currency })) }
}

async function dayAhead(ctx: Context, days: number): Promise<string> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  return addDays(localDateAt(ctx.clock.instant(), zone), days)
}
