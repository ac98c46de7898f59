import {
  addDays,
  type DocumentState,
  expiryWarningDays,
  type FileStream,
  type LocalDate,
  localDateAt,
  type Parsed,
  type StoreDocumentKind,
  storeDocumentContract,
  storeDocumentKindLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { documentFileOf, problemOfDocument } from '#modules/document/document.service.ts'
import { noteMaker, raiseInReview } from '#modules/store/in-review.service.ts'

const [soon] = expiryWarningDays

/** Where a document stands on a day. */
export function documentState(expiresOn: LocalDate | null, today: LocalDate): DocumentState {
  if (expiresOn === null) return 'valid'
  if (expiresOn < today) return 'expired'
  return expiresOn <= addDays(today, soon) ? 'expiring' : 'valid'
}

/** Papers of stores, as far as one sees the stores. */
export const storeDocuments = resource(storeDocumentContract, {
  table: 'store_document',
  permission: 'store.view',
  rows: (db) =>
    db
      .selectFrom('store_document')
      .innerJoin('store', 'store.id', 'store_document.store_id')
      .selectAll('store_document')
      .select(['store.display_name as store_name', 'store.branch_id as branch_id', 'store.time_zone as time_zone']),
  scope: { branch: 'store.branch_id', store: 'store_document.store_id' },
  present: (row, { clock }) => ({
    state: documentState(row.expires_on, localDateAt(clock.instant(), row.time_zone)),
  }),
  search: { number: 'store_document.number' },
  filters: {
    branchId: 'store.branch_id',
    expiresWithinDays: async (days, ctx) => {
      const zone = await readSetting(ctx.services, 'installation.timeZone')
      return sql<boolean>`store_document.expires_on <= ${addDays(localDateAt(ctx.clock.instant(), zone), days)}`
    },
  },
  sorts: { createdAt: 'store_document.id', expiresOn: sql`coalesce(store_document.expires_on, 'infinity')` },
  named: ['store_id', 'kind', 'number'],
  // Of another day staff are told anew.
  columns: { expiresOn: (day) => ({ expires_on: day, warned_days: null }) },
  create: {
    async rule({ ctx, body: { storeId, fileId } }) {
      const stores = ctx.db.selectFrom('store').select('id').where('id', '=', storeId)
      const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      if (!store) return { storeId: 'does not exist' }
      const problem = await problemOfDocument(ctx, fileId)
      return problem ? { fileId: problem } : null
    },
    also: ({ ctx, work, now }) => noteOnStore(ctx, work, now),
  },
  update: {
    async rule({ ctx, row, body: { fileId } }) {
      const problem = await problemOfDocument(ctx, fileId, row.file_id)
      return problem ? { fileId: problem } : null
    },
    also: ({ ctx, work, now }) => noteOnStore(ctx, work, now),
  },
  remove: { also: ({ ctx, work, now }) => noteOnStore(ctx, work, now) },
  acts: {},
})

/** The licence that holds longest is the store's; whoever changes its papers has changed the store. */
async function noteOnStore(ctx: Context, work: Work, { store_id: storeId, kind }: { store_id: string; kind: string }): Promise<void> {
  await sql`
    update store set licence_number = licence.number, licence_expires_on = licence.expires_on
    from (select 1) as one left join (
      select number, expires_on from store_document where store_id = ${storeId} and kind = 'licence'
      order by expires_on desc nulls first, id desc limit 1) as licence on true
    where store.id = ${storeId}`.execute(work.db)
  const document = storeDocumentKindLabels[kind as StoreDocumentKind]
  await noteMaker(ctx, work, 'store', storeId)
  await raiseInReview(ctx, work, 'store', storeId, { action: 'changePapers', told: { document } })
}

export async function readDocumentFile(ctx: Context, { params }: Parsed<typeof storeDocumentContract.file>): Promise<FileStream> {
  const { fileId, kind, store } = await storeDocuments.read(ctx, params.id)
  return documentFileOf(ctx, fileId, `${store.name} ${storeDocumentKindLabels[kind]}`)
}
