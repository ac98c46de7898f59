import {
  type BulkChange,
  type BulkFilter,
  type ChangeSet,
  type ChangeSetSource,
  changeSetContract,
  type Meanwhile,
  type Missing,
  newId,
  type Sheet,
  type StaffMessage,
  type Vertical,
} from '@larder/contract'
import type { Selectable } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { ChangeSet as ChangeSetTable } from '#db/schema.gen.ts'
import type { Context, Work } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { findApprovers, findNotRung } from '#kit/record/approval.ts'
import { resource } from '#kit/resource.ts'
import { addSetTask, beginSetTask, stopSetTask } from './engine/begin.ts'
import { actsOf } from './engine/standing.ts'
import { noteMaker } from './engine/stored-set.ts'
import { rememberColumns } from './upload/columns.ts'

type Row = Selectable<ChangeSetTable> & {
  store_name: string | null
  branch_name: string | null
  vertical: string | null
  currency: string | null
  task_done: number | null
  task_total: number | null
}

/** What is said to whoever would approve their own. */
const ownSet: Because = { reason: 'own-change-set', message: 'Somebody else approves what you made, corrected or submitted.' }
const makersOf = ({ maker_ids, submitted_id }: Row) => [...maker_ids, submitted_id]
const isTheirs = (row: Row, ctx: Context) => makersOf(row).includes(ctx.actor.id)

/** Change sets, of one store, one branch or of any stores. Their rows are worked out, published and taken back by tasks. */
export const changeSets = resource(changeSetContract, {
  table: 'change_set',
  permission: 'change-set.view',
  rows: (db) =>
    db
      .selectFrom('change_set')
      .leftJoin('store', 'store.id', 'change_set.store_id')
      .leftJoin('branch', 'branch.id', 'change_set.branch_id')
      .leftJoin('task', (join) => join.onRef('task.id', '=', 'change_set.task_id').on('task.status', 'in', ['queued', 'running']))
      .selectAll('change_set')
      .select([
        'store.display_name as store_name',
        'branch.name as branch_name',
        'store.vertical',
        'task.done as task_done',
        'task.total as task_total',
      ])
      .select(({ fn }) => fn.coalesce('store.currency', 'branch.currency').as('currency')),
  scope: { branch: 'change_set.branch_id', store: 'change_set.store_id' },
  present: (row) => present(row),
  search: { title: 'change_set.title', madeBy: 'change_set.made_by' },
  columns: null,
  acts: {
    read: {
      whyNot: (row) =>
        row.sheet === null ? { reason: 'change-set-not-ready', message: 'It has no file to be read.' } : whyNot(row, 'read'),
      rule: ({ row, body }) => {
        const heads = new Set((row.sheet as Sheet | null)?.columns.map(({ head }) => head))
        const stray = Object.keys(body.columns).find((head) => !heads.has(head))
        if (stray !== undefined) return { columns: `names "${stray}", which is no column of the file` }
        const fields = Object.values(body.columns).filter((field) => field !== null)
        const twice = fields.find((field, at) => fields.indexOf(field) < at)
        if (twice) return { columns: `gives two columns the field ${twice}` }
        return fields.includes('sku') || fields.includes('name')
          ? null
          : { columns: 'say neither what the code is nor what the name is: no row could be found' }
      },
      // Its task is among what it sets: columns that are taken as they were recognised are read as well.
      sets: async ({ ctx, work, row, body }) => {
        const sheet = row.sheet as Sheet
        const columns = sheet.columns.map((column) => ({ ...column, field: body.columns[column.head] ?? null }))
        const task_id = await addSetTask(ctx, work, row, 'read')
        return { status: 'draft', sheet: JSON.stringify({ ...sheet, columns }), missing: body.missing, needs_approval: null, task_id }
      },
      also: async ({ ctx, work, row, body }) => {
        await noteMaker(ctx, work, row.id)
        await rememberColumns(work, row.store_id, body.columns)
      },
    },
    submit: {
      whyNot: (row) => whyNot(row, 'submit'),
      rule: ({ ctx, body }) => (body.publishAt && body.publishAt <= ctx.clock.instant() ? { publishAt: 'is past' } : null),
      sets: async ({ ctx, work, row, body }) => ({
        ...(await submitted(ctx, work, row)),
        publish_at: body.publishAt,
        meanwhile: body.meanwhile,
      }),
      also: ({ ctx, work, row, now }) => (now.status === 'awaiting-approval' ? tellApprovers(ctx, work, row) : undefined),
    },
    approve: {
      whyNot: (row) => whyNot(row, 'approve'),
      madeBy: { makers: makersOf, own: ownSet, isForOneToo: true },
      sets: ({ ctx, row }) => ({
        status: 'scheduled',
        approved_id: ctx.actor.id,
        approved_by: ctx.actor.name,
        publish_at: row.publish_at && row.publish_at > ctx.clock.instant() ? row.publish_at : ctx.clock.instant(),
      }),
      also: ({ ctx, work }) => work.afterCommit(() => void ctx.services.jobs.send('publish-change-sets', {}).catch(() => {})),
    },
    sendBack: {
      whyNot: (row, ctx) => whyNot(row, 'sendBack') ?? (isTheirs(row, ctx) ? ownSet : null),
      sets: () => ({ status: 'validated', ...unsubmitted }),
    },
    publish: {
      whyNot: (row) => whyNot(row, 'publish'),
      sets: ({ ctx, body }) => ({ status: 'publishing', meanwhile: body.meanwhile, ...submitter(ctx) }),
      also: ({ ctx, work, row }) => beginSetTask(ctx, work, row, 'publish'),
    },
    schedule: {
      whyNot: (row) => whyNot(row, 'schedule'),
      rule: ({ ctx, body }) => (body.publishAt <= ctx.clock.instant() ? { publishAt: 'is past' } : null),
      sets: ({ ctx, body }) => ({ status: 'scheduled', publish_at: body.publishAt, meanwhile: body.meanwhile, ...submitter(ctx) }),
    },
    unschedule: { whyNot: (row) => whyNot(row, 'unschedule'), sets: () => ({ status: 'validated', publish_at: null, ...unsubmitted }) },
    stop: {
      whyNot: (row) => whyNot(row, 'stop'),
      sets: async ({ ctx, work, row }) => stopSetTask(ctx, work, row, `${ctx.actor.name} stopped it.`),
    },
    rollBack: {
      whyNot: (row) => whyNot(row, 'rollBack'),
      sets: () => ({ status: 'rolling-back' }),
      also: ({ ctx, work, row }) => beginSetTask(ctx, work, row, 'roll-back'),
    },
    discard: {
      whyNot: (row) => whyNot(row, 'discard'),
      sets: () => ({ status: 'cancelled', publish_at: null }),
      also: ({ work, row }) => work.db.deleteFrom('change_set_file').where('set_id', '=', row.id).execute(),
    },
  },
})

function present(row: Row): Omit<ChangeSet, 'allowed'> {
  return {
    id: row.id,
    title: row.title,
    source: row.source as ChangeSetSource,
    status: row.status as ChangeSet['status'],
    statusReason: row.status_reason,
    branch: row.branch_id && row.branch_name ? { id: row.branch_id, name: row.branch_name } : null,
    store: row.store_id && row.store_name ? { id: row.store_id, name: row.store_name } : null,
    vertical: row.vertical as Vertical | null,
    currency: row.currency,
    stores: row.stores,
    newRows: row.new_rows,
    newCategories: row.new_categories,
    changedRows: row.changed_rows,
    missingRows: row.missing_rows,
    sameRows: row.same_rows,
    errorRows: row.error_rows,
    warningRows: row.warning_rows,
    publishedRows: row.published_rows,
    leftOutRows: row.left_out_rows,
    keptRows: row.kept_rows,
    largestMovePpm: row.largest_move_ppm,
    needsApproval: row.needs_approval,
    meanwhile: row.meanwhile as Meanwhile,
    missing: row.missing as Missing,
    filter: row.filter as BulkFilter | null,
    change: row.change as BulkChange | null,
    sheet: row.sheet as Sheet | null,
    progress: row.task_done === null ? null : { done: row.task_done, total: row.task_total },
    publishAt: row.publish_at,
    madeBy: row.made_by,
    submittedBy: row.submitted_by,
    approvedBy: row.approved_by,
    publishedAt: row.published_at,
    rolledBackAt: row.rolled_back_at,
    createdAt: row.created_at,
    version: row.version,
  }
}

const unsubmitted = { submitted_id: null, submitted_by: null, approved_id: null, approved_by: null }
const submitter = ({ actor }: Context) => ({ submitted_id: actor.id, submitted_by: actor.name })

function whyNot(row: Row, act: keyof typeof actsOf): Because | null {
  return actsOf[act](row)
}

/** It waits for another person; where nobody else could approve it, it goes on, and says so. */
async function submitted(ctx: Context, work: Work, row: Row) {
  const place = { branchId: row.branch_id, storeId: row.store_id }
  const { services, actor } = ctx
  const { by, waits = null } = await findApprovers(
    { db: readOnly(work.db), services },
    actor,
    'change-set.approve',
    place,
    'change-set.view',
  )
  if (by.length > 0 || waits) return { status: 'awaiting-approval', status_reason: waits, ...submitter(ctx) }
  return {
    status: 'validated',
    needs_approval: null,
    status_reason: 'Nobody else could approve it: publish it yourself.',
    ...submitter(ctx),
  }
}

async function tellApprovers(ctx: Context, { notify }: Work, row: Row): Promise<void> {
  const payload: Omit<StaffMessage, 'sequence'> = {
    id: newId(ctx.clock.ms()),
    tone: 'info',
    title: `${ctx.actor.name} asks for approval: ${row.title}`,
    text: row.needs_approval ?? '',
    entity: 'change-set',
    entityId: row.id,
    at: ctx.clock.instant(),
  }
  const [permission, place] = ['change-set.approve', { branchId: row.branch_id, storeId: row.store_id }] as const
  const makers = [...row.maker_ids, ctx.actor.id]
  const butStaffIds = await findNotRung(ctx, makers, permission, place, 'change-set.view')
  notify({ kind: 'message', entity: 'change-set', entityId: row.id, version: row.version + 1, permission, ...place, butStaffIds, payload })
}
