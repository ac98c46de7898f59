import { type ApprovalRule, addMinutes, type NamedEndpoint, newId, type Permission } from '@larder/contract'
import { sql } from 'kysely'
import { findStaffActor } from '#kit/access/lookup.ts'
import { lackedFor, notPermitted } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import type { AnyHandler, App } from '#kit/http/handler.ts'
import { parseInput } from '#kit/http/validate.ts'
import {
  approvalNeeded,
  askedOf,
  countedOf,
  findApprovers,
  findWaiting,
  movesAnother,
  reachToApprove,
  titleOf,
  waitsWords,
} from '#kit/record/approval.ts'
import type { Change } from '#kit/record/change.ts'
import { type HungOn, hungOn, whoMoved } from '#kit/record/hangs-on.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { readSetting } from '#kit/settings.ts'

/** What can be asked for: the product's endpoints with what they do. */
export type Operations = Pick<App, 'implemented' | 'handlers'>
interface Operation {
  endpoint: NamedEndpoint
  handler: AnyHandler
}
interface Asked {
  operation: string
  params?: unknown
  body: unknown
  reason: string
}

/** Thrown where an approved request cannot be carried out any more; says why. */
export class Overtaken extends Error {}

/**
 * The columns of a request. The operation is done as its maker would do it, with all its rules, and undone: what it would have changed is
 * what is asked for. Refused as it would be, where nobody has to approve it, and while another request of the record waits.
 */
export async function columnsOfRequest(operations: Operations, ctx: Context, work: Work, { operation, params = {}, body, reason }: Asked) {
  const { endpoint, handler } = operationOf(operations, operation)
  const lacked = lackedFor(ctx, endpoint)
  if (lacked) notPermitted(lacked as Permission)
  const rule = endpoint.shape.approval
  const { change, hangsOn } = await tryOut(ctx, work, { handler, rule }, { params, query: {}, body })
  const title = rule && change ? await approvalNeeded(ctx, rule, change) : null
  if (!rule || !change || title === null) return refuse('needs-no-approval', 'Nobody has to approve this, or it would change nothing.')
  const reach = reachToApprove(ctx.actor, rule, change)
  const { by, waits } = await findApprovers(ctx, ctx.actor, rule.by, reach)
  if (by.length === 0 && !waits)
    return refuse('needs-no-approval', 'Nobody else could approve this: do it at once, and the history says so.')
  const asked = askedOf(rule, change)
  await refuseSecond(ctx, asked)
  return {
    operation,
    params: JSON.stringify(params),
    body: JSON.stringify(body),
    title: titleOf(rule, change, title),
    reason,
    entity: asked.entity,
    entity_id: asked.id,
    old: JSON.stringify(asked.old),
    new: JSON.stringify(asked.new),
    hangs_on: JSON.stringify(hangsOn),
    permission: rule.by,
    ...countedOf(rule, change),
    weighs_minor: reach.weighs,
    branch_id: reach.branchId,
    store_id: reach.storeId,
    maker_id: ctx.actor.id,
    expires_at: addMinutes(ctx.clock.instant(), 24 * 60 * (await readSetting(ctx.services, 'approval.expiryDays'))),
  }
}

/**
 * Carries an approved request out as its maker's, in the unit that approves it. Throws `Overtaken` where they could not do it now, or where it
 * would move another amount than was seen by who approves it, or hangs on a record that is another since.
 */
export async function carryOut(operations: Operations, ctx: Context, work: Work, row: OwnRow<'approval'>): Promise<void> {
  const { endpoint, handler } = operationOf(operations, row.operation)
  const maker = await findStaffActor(ctx.services, row.maker_id)
  if (!maker || lackedFor(maker, endpoint)) throw new Overtaken('Whoever asked for it may not do it any more.')
  work.tie()
  const { approval } = endpoint.shape
  const changes: Change[] = []
  const theirs: Work = {
    ...work,
    record: (change) => {
      const isAsked = approval !== undefined && isOf(row, askedOf(approval, change))
      const another = isAsked ? movesAnother(approval, change, row.moves_minor) : null
      if (another) throw new Overtaken(another)
      if (isAsked) changes.push(change)
      work.record({ ...change, maker, reason: [change.reason ?? row.reason, row.because].filter(Boolean).join(' ') })
    },
    nothing: () => {
      throw new Overtaken('It is so already.')
    },
  }
  try {
    const input = parseInput(endpoint, { params: row.params, query: {}, body: row.body })
    const theirOwn = { ...ctx, actor: maker, idempotency: null, approval: undefined }
    await handler({ ...theirOwn, approver: ctx.actor, within: theirs }, input)
    const moved = await whoMoved(work.db, row.hangs_on as unknown as HungOn[])
    const [change] = changes
    const now = moved && approval && change ? await approvalNeeded(theirOwn, approval, change) : null
    if (moved) throw new Overtaken([moved, now && `As things stand it would be this: ${now}.`].filter(Boolean).join(' '))
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'unavailable') throw new Overtaken(error.message)
    throw error
  }
}

function isOf({ entity, entity_id }: Pick<OwnRow<'approval'>, 'entity' | 'entity_id'>, asked: { entity: string; id: string }): boolean {
  return asked.entity === entity && asked.id === entity_id
}

function operationOf({ implemented, handlers }: Operations, name: string): Operation {
  const [endpoint, handler] = [implemented.get(name), handlers.get(name)]
  if (!endpoint || !handler) throw new Error(`there is no operation ${name}`)
  return { endpoint, handler }
}

async function tryOut(
  ctx: Context,
  work: Work,
  { handler, rule }: { handler: AnyHandler; rule: ApprovalRule | undefined },
  input: unknown,
): Promise<{ change: Change | undefined; hangsOn: HungOn[] }> {
  const changes: Change[] = []
  const tried: Work = {
    db: work.db,
    record: (change) => void changes.push(change),
    tie: () => newId(),
    nothing: () => {},
    notify: () => {},
    afterCommit: () => {},
  }
  await sql`savepoint tried_out`.execute(work.db)
  await handler({ ...ctx, idempotency: null, approval: undefined, within: tried }, input)
  const [change] = changes
  // While it holds what it hangs on: another change of that comes after.
  const hangsOn = rule && change ? await hungOn(work.db, rule, change) : []
  await sql`rollback to savepoint tried_out`.execute(work.db)
  return { change, hangsOn }
}

async function refuseSecond(ctx: Context, { entity, id }: { entity: string; id: string }): Promise<void> {
  const waiting = (await findWaiting(ctx.db, entity, [id])).get(id)
  if (waiting) refuse('already-requested', waitsWords(waiting))
}
