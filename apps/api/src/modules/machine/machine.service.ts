import { type Instant, type Machine, type MachineStatus, machineContract } from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import type { Machine as MachineTable } from '#db/schema.gen.ts'
import { inScope } from '#kit/authorize.ts'
import type { Because } from '#kit/errors.ts'
import { resource } from '#kit/resource.ts'

type Row = Selectable<MachineTable> & { store_name: string; branch_id: string }

const conditions: Record<MachineStatus, ReturnType<typeof sql<boolean>>> = {
  waiting: sql<boolean>`machine.revoked_at is null and machine.paired_at is null`,
  online: sql<boolean>`machine.is_online`,
  offline: sql<boolean>`machine.revoked_at is null and machine.paired_at is not null and not machine.is_online`,
  revoked: sql<boolean>`machine.revoked_at is not null`,
}

/** Where a machine stands. Pure. */
export function machineStatus({ revoked_at, paired_at, is_online }: Pick<Row, 'revoked_at' | 'paired_at' | 'is_online'>): MachineStatus {
  if (revoked_at !== null) return 'revoked'
  if (paired_at === null) return 'waiting'
  return is_online ? 'online' : 'offline'
}

/** Tills, printers and tablets of stores. */
export const machines = resource(machineContract, {
  table: 'machine',
  permission: 'machine.view',
  rows: (db) =>
    db
      .selectFrom('machine')
      .innerJoin('store', 'store.id', 'machine.store_id')
      .selectAll('machine')
      .select(['store.display_name as store_name', 'store.branch_id as branch_id']),
  scope: { branch: 'store.branch_id', store: 'machine.store_id' },
  present: (row) => ({
    status: machineStatus(row),
    message: messageOf(row),
  }),
  search: { name: 'machine.name' },
  filters: {
    branchId: 'store.branch_id',
    status: (status) => conditions[status],
  },
  named: ['store_id', 'name'],
  once: { storeId: 'stays: add the machine to the other store', kind: 'stays: add another machine' },
  create: {
    async rule({ ctx, body: { storeId } }) {
      const stores = ctx.db.selectFrom('store').select('id').where('id', '=', storeId)
      const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      return store ? null : { storeId: 'does not exist' }
    },
  },
  update: { whyNot: whyRevoked },
  acts: {
    newCode: { whyNot: whyRevoked },
    testMessage: {
      whyNot: (row) => whyRevoked(row) ?? whyWaiting(row),
      sets: ({ ctx, body: { text } }) => ({ message: text, message_at: ctx.clock.instant(), message_fetched_at: null }),
    },
    revoke: {
      whyNot: whyRevoked,
      sets: ({ ctx }) => ({ revoked_at: ctx.clock.instant(), is_online: false, code_hash: null, code_ends_at: null }),
    },
  },
})

function messageOf({ message, message_at, message_fetched_at }: Row): Machine['message'] {
  return message === null ? null : { text: message, at: message_at as Instant, fetchedAt: message_fetched_at }
}

function whyRevoked({ revoked_at }: Row): Because | null {
  return revoked_at === null ? null : { reason: 'machine-revoked', message: 'The machine was revoked.' }
}

function whyWaiting({ paired_at }: Row): Because | null {
  return paired_at === null ? { reason: 'machine-waiting', message: 'Its program has not entered the code yet.' } : null
}
