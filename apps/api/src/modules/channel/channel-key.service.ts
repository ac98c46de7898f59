import {
  type ChannelKey,
  type ChannelReach,
  channelKeyContract,
  channelReaches,
  channelReachLabels,
  channelScopes,
  phoneChannelId,
  scopesOfKind,
} from '@larder/contract'
import { type Selectable, sql } from 'kysely'
import type { ChannelKey as ChannelKeyTable } from '#db/schema.gen.ts'
import { demoKeyName } from '#kit/access/demo-key.ts'
import { tellAccessChange } from '#kit/access/sessions.ts'
import type { Context, Work } from '#kit/context.ts'
import type { Because } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { resource } from '#kit/resource.ts'

type Row = Selectable<ChannelKeyTable> & { places: ChannelKey['places'] }

const places = sql<ChannelKey['places']>`(
  select coalesce(json_agg(json_build_object('id', place.id, 'name', place.name) order by place.name), '[]') from (
    select id, name from branch where channel_key.reach = 'branch' and id = any(channel_key.place_ids)
    union all select id, display_name from store where channel_key.reach = 'store' and id = any(channel_key.place_ids)) as place)`

/** Channels with their keys: of the installation, and so of those who reach all of it. What changes one holds at once, in every process. */
export const channelKeys = resource(channelKeyContract, {
  table: 'channel_key',
  permission: 'channel-key.view',
  rows: (db) =>
    db.selectFrom('channel_key').where('channel_key.id', '<>', phoneChannelId).selectAll('channel_key').select(places.as('places')),
  scope: {
    where: ({ actor }) => (actor.scope.kind === 'all' ? sql<boolean>`true` : sql<boolean>`false`),
    place: () => ({ branchId: wholeInstallation, storeId: null }),
  },
  present: (row) => ({
    status: row.revoked_at === null ? ('open' as const) : ('revoked' as const),
  }),
  search: { name: 'channel_key.name' },
  filters: {
    status: (status) =>
      status === 'open' ? sql<boolean>`channel_key.revoked_at is null` : sql<boolean>`channel_key.revoked_at is not null`,
  },
  columns: { scopes: (scopes) => ({ scopes: channelScopes.filter((scope) => scopes.includes(scope)) }) },
  create: {
    async rule({ ctx, body: { name, kind, reach, placeIds, scopes } }) {
      if (ctx.actor.scope.kind !== 'all') return { reach: 'is given by those who reach the whole installation' }
      if (name === demoKeyName) return { name: `is the name of the demo's key` }
      const reaches: readonly ChannelReach[] = channelReaches[kind]
      if (!reaches.includes(reach))
        return { reach: `is one of ${reaches.map((each) => channelReachLabels[each].toLowerCase()).join(', ')} for this kind` }
      if ((reach === 'own') !== (placeIds.length === 0))
        return { placeIds: reach === 'own' ? 'is not for what came in by it' : `names at least one ${reach}` }
      if (new Set(placeIds).size < placeIds.length) return { placeIds: 'names a place twice' }
      const own = scopesOfKind(kind)
      const stray = scopes.find((scope) => !own.includes(scope))
      if (stray) return { scopes: `has ${stray}, which is nothing that this kind can use: there are ${own.join(', ')}` }
      return (await areThere(ctx, reach, placeIds)) ? null : { placeIds: `names a ${reach} that does not exist` }
    },
  },
  update: {
    whyNot,
    rule: ({ row, body: { name } }) => {
      if (name === undefined || name === row.name) return null
      if (row.name === demoKeyName) return { name: 'stays: the demo is known by it' }
      return name === demoKeyName ? { name: `is the name of the demo's key` } : null
    },
    also: tellOf,
  },
  acts: {
    rotate: { whyNot, also: tellOf },
    revoke: { whyNot, sets: ({ ctx }) => ({ revoked_at: ctx.clock.instant() }), also: tellOf },
  },
})

function whyNot({ revoked_at }: Row): Because | null {
  return revoked_at === null ? null : { reason: 'key-revoked', message: 'The key was revoked.' }
}

function tellOf({ ctx, work, row }: { ctx: Context; work: Work; row: Row }): Promise<void> {
  return tellAccessChange(ctx.services, work, { about: 'channel-key', id: row.id })
}

async function areThere({ db }: Context, reach: ChannelReach, ids: readonly string[]): Promise<boolean> {
  if (reach === 'own') return true
  const found = await db.selectFrom(reach).select('id').where('id', 'in', ids).execute()
  return found.length === ids.length
}

/** Takes a key back as a part of a unit, which records it; every process forgets it with the commit. */
export async function takeBackKey({ services }: Context, work: Work, id: string) {
  const revoked = await work.db
    .updateTable('channel_key')
    .set({ revoked_at: sql`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'version', 'revoked_at'])
    .executeTakeFirst()
  if (revoked) await tellAccessChange(services, work, { about: 'channel-key', id })
  return revoked
}
