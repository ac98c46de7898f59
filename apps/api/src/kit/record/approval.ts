import type { ApprovalRule, JudgedChange, Permission } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Actor } from '../actor.ts'
import { can, limitOf } from '../authorize.ts'
import type { Context } from '../context.ts'
import { refuse } from '../errors.ts'
import { format } from '../format.ts'
import { settingsNow } from '../settings.ts'
import { auditedSides } from './audit.ts'
import type { Change } from './change.ts'
import type { Sought } from './choosing.ts'
import { aloneWords, approvalOf, notRungFor } from './hands.ts'
import { type ShutOut, shutOutWords } from './shut-out.ts'

/** Where a change is, and what it weighs against limits, in their minor units: whoever approves it reaches both. */
type Where = Pick<Change, 'branchId' | 'storeId'> & { weighs?: number | null }

/** What an approver has to reach: the record's place, or everything. */
function placeToApprove({ everywhere }: ApprovalRule, { branchId, storeId, weighs = null }: Where): Required<Where> {
  return everywhere ? { branchId: null, storeId: null, weighs } : { branchId, storeId, weighs }
}

/** The same of a change that this person asks for, with what it moves by its rule. */
export function reachToApprove({ limitsIn }: Actor, rule: ApprovalRule, { branchId, storeId, old, new: now }: Change): Required<Where> {
  const moved = rule.moves?.({ before: old, after: now })
  const weighs = moved === undefined ? null : moved.currency === limitsIn ? moved.minor : beyondEveryLimit
  return placeToApprove(rule, { branchId, storeId, weighs })
}

/** What is moved in another currency than limits are of: only who has none approves it. */
const beyondEveryLimit = Number.MAX_SAFE_INTEGER

/** What a request moves, in minor units, and what the limit of whoever approves it is held against in sum; nulls where its rule says of no amount. */
export function countedOf(rule: ApprovalRule, { entity, id, old, new: now }: Change) {
  const sides = { before: old, after: now }
  if (!rule.moves) return { moves_minor: null, counts_for: null }
  const record = rule.asks?.(now) ?? { entity, id }
  return { moves_minor: rule.moves(sides).minor, counts_for: rule.countsFor?.(sides) ?? `${record.entity}:${record.id}` }
}

/** The record that a request is of, and what it tells of both sides: what changes, or what a creation says of what it would make. */
export function askedOf({ asks }: ApprovalRule, change: Pick<Change, 'entity' | 'id' | 'old' | 'new'>) {
  const { told, ...record } = asks?.(change.new) ?? { entity: change.entity, id: change.id, told: change.new }
  return { ...record, ...auditedSides(change.old, told, change.entity) }
}

/** What a request is called: what is asked for, and the amount that it moves where it moves one. */
export function titleOf({ moves }: ApprovalRule, { old, new: now }: Change, asked: string): string {
  const moved = moves?.({ before: old, after: now })
  return moved ? `${asked}: ${format().money(moved)}` : asked
}

/** Why a change is not the one that was asked for, in words, where it moves another amount than its request told; null where it moves that. */
export function movesAnother({ moves }: ApprovalRule, { old, new: now }: Change, toldMinor: number | null): string | null {
  const moved = moves?.({ before: old, after: now })
  if (!moved || moved.minor === toldMinor) return null
  const words = (minor: number) => format().money({ ...moved, minor })
  return `It would move ${words(moved.minor)} now, not ${words(toldMinor ?? 0)} as it was asked for and seen.`
}

/** What a change asks for, in words, where its rule says that another person has to approve it; null where nobody has to. */
export async function approvalNeeded(ctx: Context, rule: ApprovalRule, change: Change): Promise<string | null> {
  const judge = await judgeFor(ctx, rule)
  return judge(sidesOf(change))
}

type Sides = Pick<JudgedChange, 'id' | 'before' | 'after'>

async function judgeFor({ services, actor }: Context, rule: ApprovalRule) {
  const setting = await settingsNow(services)
  const { id, role, isAdmin } = actor
  const asks = { id, role, isAdmin }
  return (change: Sides) => (isWithin(actor, rule, change) ? null : rule.needs({ ...change, actor: asks, setting }))
}

function isWithin(actor: Actor, rule: ApprovalRule, change: Sides): boolean {
  const sum = sumOf(actor, rule, change)
  return sum !== null && (sum.limit === null || sum.before + sum.moved.minor <= sum.limit)
}

function sumOf(actor: Actor, { within, moves }: ApprovalRule, change: Sides) {
  if (!within || !moves) return null
  const [moved, countedFor] = [moves(change), within.countedFor?.(change)]
  return { limit: limitOf(actor, within.limit, moved.currency), before: within.before(change), moved, countedFor }
}

/** What is beyond whose limit, in words: ` ₹40.00, with ₹80.00 before it that nobody else approved, ₹120.00 in all, is more than …`. */
function beyondWords(actor: Actor, rule: ApprovalRule, change: Sides): string {
  const sum = sumOf(actor, rule, change)
  if (sum === null || sum.limit === null) return ''
  const { limit, before, moved, countedFor } = sum
  const what = countedFor === undefined ? '' : ` for ${countedFor}`
  const words = (minor: number) => format().money({ ...moved, minor })
  const together =
    before === 0 ? '' : `, with ${words(before)} before it${what} that nobody else approved, ${words(before + moved.minor)} in all,`
  return ` ${words(moved.minor)}${together} is more than your limit of ${words(limit)}.`
}

function sidesOf({ id, old, new: now }: Change): Sides {
  return { id, before: old, after: now }
}

/**
 * The change as it may be committed. 409 `needs-approval` where its endpoint says that another person has to approve it and somebody could;
 * where nobody else could, it is made, and the record says so.
 */
export async function approved(ctx: Context, change: Change): Promise<Change> {
  if (!ctx.approval || change.maker || ctx.actor.kind !== 'staff') return change
  const asked = await approvalNeeded(ctx, ctx.approval, change)
  if (asked === null) return change
  const { by, waits } = await findApprovers(
    { db: ctx.services.db, services: ctx.services },
    ctx.actor,
    ctx.approval.by,
    reachToApprove(ctx.actor, ctx.approval, change),
  )
  if (by.length === 0 && !waits) return { ...change, reason: [change.reason, aloneWords].filter(Boolean).join(' ') }
  const beyond = beyondWords(ctx.actor, ctx.approval, sidesOf(change))
  const whose = waits ? `somebody else. ${waits}` : `${orList(by)}.`
  refuse('needs-approval', `${asked}:${beyond}${beyond ? ' This' : ' this'} needs the approval of ${whose} Send it as a request.`)
}

/** Who could approve something: their roles; `waits`: where there are none, why it waits all the same, in words. */
export interface Approvers {
  by: string[]
  waits?: string
}

/**
 * The roles of those who could approve a change there that this person makes; those of the widest reach first. `view` is by which permission
 * it is found: in the inbox, unless it is said.
 */
export async function findApprovers(
  reading: Reading,
  asking: Pick<Actor, 'id'>,
  permission: Permission,
  where: Where,
  view: Permission = 'approval.view',
): Promise<Approvers> {
  const [found = { by: [] }] = await findApproversAt(reading, asking, { permission, view }, [where])
  return found
}

/** Whom a bell to approve what this person asks for there is not rung for. */
export async function findNotRung(
  { db }: Pick<Context, 'db'>,
  makers: readonly string[],
  permission: Permission,
  { branchId, storeId, weighs }: Where,
  view: Permission = 'approval.view',
): Promise<string[]> {
  const [branch, store] = [sql`${branchId}::uuid`, sql`${storeId}::uuid`]
  const sought = { permission, view, makers: sql`${[...makers]}::uuid[]`, branch, store, weighs: sql`${weighs ?? 0}::bigint` }
  const { rows } = await sql<{ ids: string[] }>`select ${notRungFor(sought)} as ids`.execute(db)
  return rows[0]?.ids ?? []
}

type Reading = Pick<Context, 'db' | 'services'>

/** A record as it stands, and where it belongs. */
export interface Standing extends Where {
  id: string
  row: unknown
}

/** By record's id, of those that need it, who could approve. */
export type Approvals = ReadonlyMap<string, Approvers>

/**
 * Who has to approve what an endpoint does to records, by their id: what `allowed` names as `approval`. Its rule is asked of each record as it
 * stands, both sides alike: what hangs on the input alone is told when it is sent.
 */
export async function approvalsOf(ctx: Context, rule: ApprovalRule, records: readonly Standing[]): Promise<Approvals> {
  const judge = await judgeFor(ctx, rule)
  const asked = records.filter(({ id, row }) => judge({ id, before: row, after: row }) !== null)
  const places = asked.map((standing) => placeToApprove(rule, standing))
  const found = await findApproversAt(ctx, ctx.actor, { permission: rule.by, view: 'approval.view' }, places)
  return new Map(asked.map(({ id }, at) => [id, found[at] ?? { by: [] }]))
}

/** What somebody asked for of a record and nobody has decided yet. */
export interface Waiting {
  title: string
  by: string
}

/** Of some records of a kind what waits for approval, by their ids; of each there is one at most. */
export async function findWaiting(db: ReadDatabase, entity: string, ids: readonly string[]): Promise<ReadonlyMap<string, Waiting>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('approval')
    .innerJoin('staff', 'staff.id', 'approval.maker_id')
    .select(['approval.entity_id', 'approval.title', 'staff.name as by'])
    .where('approval.entity', '=', entity)
    .where('approval.entity_id', 'in', ids)
    .where('approval.status', '=', 'pending')
    .execute()
  return new Map(rows.map(({ entity_id, ...waiting }) => [entity_id, waiting]))
}

/** Why what needs an approval cannot be asked for: something of the record waits for one. */
export function waitsWords({ title, by }: Waiting): string {
  return `${by} asked for approval already: ${title}. That comes first.`
}

/** The same of many places, by one read for all of them. */
async function findApproversAt(
  { db, services }: Reading,
  { id }: Pick<Actor, 'id'>,
  sought: Pick<Sought, 'permission' | 'view'>,
  places: readonly Where[],
): Promise<Approvers[]> {
  const keys = places.map(({ branchId, storeId, weighs }) => `${branchId} ${storeId} ${weighs ?? 0}`)
  const distinct = [...new Map(places.map((place, at) => [keys[at], place])).entries()]
  if (distinct.length === 0) return []
  const approval = approvalOf({
    ...sought,
    makers: sql`array[${id}::uuid]`,
    branch: sql`place.branch_id`,
    store: sql`place.store_id`,
    weighs: sql`place.weighs`,
  })
  const { rows } = await sql<{ key: string; found: { by: string[]; out: ShutOut | null } }>`
    select place.key, ${approval} as found
    from unnest(${distinct.map(([key]) => key)}::text[], ${distinct.map(([, { branchId }]) => branchId)}::uuid[],
      ${distinct.map(([, { storeId }]) => storeId)}::uuid[], ${distinct.map(([, { weighs }]) => weighs ?? 0)}::bigint[])
      as place (key, branch_id, store_id, weighs)`.execute(db)
  const told = async ({ by, out }: { by: string[]; out: ShutOut | null }) => ({
    by,
    ...(out && { waits: await shutOutWords({ services }, out) }),
  })
  const found = new Map(await Promise.all(rows.map(async (row) => [row.key, await told(row.found)] as const)))
  return keys.map((key) => found.get(key) ?? { by: [] })
}

/** Whether this person could approve a change there, were it not their own. */
export function mayApprove(actor: Actor, permission: Permission, { branchId, storeId, weighs }: Where): boolean {
  const limit = actor.isAdmin ? undefined : actor.limits.get(permission)
  if (!can(actor, permission) || (limit ?? Number.POSITIVE_INFINITY) < (weighs ?? 0)) return false
  if (actor.scope.kind === 'all') return true
  const place = actor.scope.kind === 'branch' ? branchId : actor.scope.kind === 'store' ? storeId : null
  return place !== null && actor.scope.ids.includes(place)
}

function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
