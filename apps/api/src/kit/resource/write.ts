import { entityOf, fieldNotPermitted, fieldOf, newId, type Permission, type Revealed } from '@larder/contract'
import { sql, type Transaction } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '../context.ts'
import { invalid, notFound, Refusal, refuse } from '../errors.ts'
import { equalTo } from '../list-query.ts'
import { completePhones } from '../phone/phone.ts'
import { explainConstraint } from '../record/constraint.ts'
import { weighHands } from '../record/hands.ts'
import { reveal } from '../record/reveal.ts'
import { refuseStale } from '../record/stale.ts'
import { unitOfWork } from '../unit-of-work.ts'
import type { Act, Create, Deed, Facts, MadeBy, Place, Told } from './declaration.ts'
import { becauseOf, checkingOf, findPlaced, type Placed, presentOne } from './read.ts'
import { refuseNamed } from './refuse-named.ts'

type Values = Record<string, unknown>
type Own = Values & { id: string; version: number }
type AnyDeed = Deed<unknown, unknown>
// biome-ignore lint/suspicious/noExplicitAny: rules of any resource
type AnyAct = Act<any, any, any> & { parts?(deed: AnyDeed): Promise<Told>; stamps?(row: unknown, ctx: Context): Values }

// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyCreate = Pick<Create<any, any>, 'before'>

/** What is done to which row, at which version the caller saw it, and why. */
export interface Intent {
  id: string
  version: number
  /** The contract's verb. */
  action: string
  reason?: string | null | undefined
  body?: unknown
}

export async function createRow(ctx: Context, facts: Facts, typed: Values, more: object = {}): Promise<unknown> {
  const { declared } = facts
  const draft = await completePhones(ctx.services, facts.contract.create?.shape.body, typed)
  const rules = { ...declared.create, ...more } as Omit<AnyAct, 'before'> & AnyCreate
  return writing(ctx, facts, draft, async (inside, work) => {
    const deed = { ctx: inside, work, row: null, body: draft }
    await rules.before?.(deed)
    await rules.holds?.(deed)
    refuseProblems(await rules.rule?.(deed))
    const columns = { ...(await columnsOfDraft(facts, draft, deed)), ...given((await rules.sets?.(deed)) ?? {}) }
    if (ctx.rowOf === facts.entity) await refuseNamed(inside, facts, work, columns)
    const values = { id: newId(ctx.clock.ms()), ...columns }
    const now = (await tableOf(work).insertInto(declared.table).values(values).returningAll().executeTakeFirstOrThrow()) as Own
    const told = await rules.parts?.({ ...deed, now } as never)
    await rules.also?.({ ...deed, now } as never)
    const made = (await findPlaced(inside, facts, inside.db, now.id, rules.mayLeave)) ?? refuseElsewhere(facts, draft)
    const { reason } = draft as { reason?: string }
    record(
      work,
      facts,
      { id: now.id, action: 'create', version: now.version, reason },
      { old: null, new: { ...now, ...told?.new } },
      made.place,
    )
    return presentOne(inside, facts, made)
  })
}

export function updateRow(ctx: Context, facts: Facts, id: string, { version, ...draft }: Values & { version: number }): Promise<unknown> {
  const rules: AnyAct = {
    ...(facts.declared.update as AnyAct | undefined),
    sets: (deed) => columnsOfDraft(facts, deed.body as Values, deed),
  }
  return changeRow(ctx, facts, { id, version, action: 'update', body: draft }, rules)
}

/**
 * One change of one record: the row locked, at the version that the caller saw, allowed, and then written with its entry in the record.
 * What sets nothing anew changes nothing: no version, no entry, no event.
 */
export async function changeRow(ctx: Context, facts: Facts, intent: Intent, rules: AnyAct): Promise<unknown> {
  const draft = await completePhones(ctx.services, facts.contract[intent.action]?.shape.body, (intent.body ?? {}) as Values)
  return writing(ctx, facts, draft, async (inside, work) => {
    refuseProblems(rules.input?.({ ctx: inside, body: draft }))
    await rules.before?.({ ctx: inside, work, body: draft, id: intent.id })
    const { own, row, place } = await lockRow(inside, facts, work, intent, rules)
    const exception = await refuseHands(inside, facts, { row, place }, { action: intent.action, madeBy: rules.madeBy })
    const deed: AnyDeed = { ctx: inside, work, row, body: draft, exception }
    if (intent.action === 'update') {
      refuseOthers(inside, facts, row, draft)
      await refuseMoved(facts, own, draft, deed)
    }
    await rules.holds?.(deed)
    refuseProblems(await rules.rule?.(deed))
    const columns = withReason(own, intent, given((await rules.sets?.(deed)) ?? {}))
    const told = await rules.parts?.(deed)
    const stamps = { ...facts.declared.stamps?.(row), ...rules.stamps?.(row, inside) }
    const now = await writeColumns(inside, facts, { work, own, stamps, columns, told })
    if (now) await rules.also?.({ ...deed, now } as never)
    else work.nothing()
    const after = (await findPlaced(inside, facts, inside.db, own.id, rules.mayLeave)) ?? notFound(facts.entity)
    const sides = { old: { ...own, ...told?.old }, new: { ...now, ...told?.new } }
    const reason = [intent.reason, exception].filter(Boolean).join(' ') || null
    if (now) record(work, facts, { ...intent, reason, version: now.version }, sides, after.place ?? place)
    return presentOne(inside, facts, after)
  })
}

export function removeRow(ctx: Context, facts: Facts, id: string, version: number): Promise<{ id: string }> {
  const rules = (facts.declared.remove ?? {}) as AnyAct
  return writing(ctx, facts, {}, async (inside, work) => {
    await rules.before?.({ ctx: inside, work, body: {}, id })
    const { own, row, place } = await lockRow(inside, facts, work, { id, version, action: 'remove' }, rules)
    const deed: AnyDeed = { ctx: inside, work, row, body: {} }
    await rules.holds?.(deed)
    refuseProblems(await rules.rule?.(deed))
    await tableOf(work)
      .deleteFrom(facts.declared.table)
      .where(equalTo(`${facts.declared.table}.id`, id))
      .execute()
    await rules.also?.({ ...deed, now: own } as never)
    record(work, facts, { id, action: 'remove', version: version + 1 }, { old: own, new: null }, place)
    return { id }
  })
}

/** Which masked field is asked for, and why. */
export interface Asked {
  field: string
  reason: string
}

/** One masked field of one record in clear, as `present` has it; who asked and why is in the record. */
export function revealField(ctx: Context, facts: Facts, id: string, { field, reason }: Asked): Promise<Revealed> {
  const { entity, declared } = facts
  return reveal(ctx, {
    entity,
    id,
    field,
    reason,
    permission: declared.permission,
    async find(db) {
      const inside = { ...ctx, db }
      const { row, place } = (await findPlaced(inside, facts, db, id)) ?? notFound(entity)
      const shown = declared.present(row, inside, await declared.beside?.(inside, [row])) as Record<string, unknown>
      return { value: String(shown[field] ?? ''), version: row.version, ...place }
    },
  })
}

/** The row, locked, as long as it is in scope, at the version that the caller saw, and nothing stands in the way. */
async function lockRow(ctx: Context, facts: Facts, work: Work, intent: Intent, rules: AnyAct): Promise<Placed & { own: Own }> {
  const { table } = facts.declared
  const { id, version, action } = intent
  const own = (await tableOf(work)
    .selectFrom(table)
    .selectAll()
    .where(equalTo(`${table}.id`, id))
    .forUpdate()
    .executeTakeFirst()) as Own | undefined
  const found = own && (await findPlaced(ctx, facts, ctx.db, id))
  if (!own || !found || rules.whose?.(found.row, ctx) === false) return notFound(facts.entity)
  if (own.version !== version) await refuseStale(ctx.db, { entity: facts.entity, id, current: await presentOne(ctx, facts, found) })
  const because = becauseOf(action, rules, found.row, ctx)
  if (because) refuse(because.reason, because.message)
  return { ...found, own }
}

/** Refuses whoever made what they would approve, or may be one of those who did; else under which exception they approve it. */
async function refuseHands(
  ctx: Context,
  facts: Facts,
  placed: Placed,
  { action, madeBy }: { action: string; madeBy: MadeBy<unknown> | undefined },
): Promise<string | null> {
  if (!madeBy) return null
  const [word] = await weighHands(ctx, [checkingOf(facts, action, madeBy, placed)])
  const because = word?.because === 'own' ? madeBy.own : word?.because
  if (because) refuse(because.reason, because.message)
  return word?.exception ?? null
}

interface Writing {
  work: Work
  own: Own
  /** What every change sets besides. */
  stamps: Values
  columns: Values
  told: Told | undefined
}

/** Undefined where every column holds what it is to hold and nothing else of the record changed. */
async function writeColumns(ctx: Context, facts: Facts, { work, own, stamps, columns, told }: Writing) {
  const { table } = facts.declared
  const isTold = JSON.stringify(told?.old) !== JSON.stringify(told?.new)
  if (!isTold && Object.keys(columns).length === 0) return undefined
  const differs = Object.entries(columns).map(([column, value]) => sql`${sql.ref(`${table}.${column}`)} is distinct from ${value}`)
  const row = await tableOf(work)
    .updateTable(table)
    .set({ ...columns, ...stamps, version: own.version + 1, updated_at: ctx.clock.instant() })
    .where(equalTo(`${table}.id`, own.id))
    .where(isTold ? sql<boolean>`true` : sql<boolean>`(${sql.join(differs, sql` or `)})`)
    .returningAll()
    .executeTakeFirst()
  return row as Own | undefined
}

function refuseOthers(ctx: Context, { declared, contract }: Facts, row: unknown, draft: Values): void {
  const editable = declared.update?.editable?.(row, ctx)
  const refused = Object.keys(draft).filter((field) => !(editable ?? [field]).includes(field))
  if (!editable || refused.length === 0) return
  throw new Refusal('not-permitted', {
    reason: 'field-not-permitted',
    message: `Your role may change only ${editable.join(', ')}.`,
    fields: Object.fromEntries(refused.map((field) => [`body.${field}`, fieldNotPermitted])),
    permission: contract.update?.shape.permission as Permission,
  })
}

async function refuseMoved({ declared: { once = {}, columns } }: Facts, own: Own, draft: Values, deed: AnyDeed): Promise<void> {
  for (const [field, said] of Object.entries(once)) {
    const wanted = draft[field] === undefined ? {} : given((await columns?.({ [field]: draft[field] }, deed)) ?? {})
    if (Object.entries(wanted).some(([column, value]) => own[column] !== value)) invalid({ [`body.${field}`]: String(said) })
  }
}

// Of a place that the caller does not reach there is none, to them.
function refuseElsewhere({ entity, contract }: Facts, draft: Values): never {
  const body = contract.create?.shape.body
  const named = Object.keys(draft).filter((field) => {
    const schema = body && fieldOf(body, field)
    return schema && entityOf(schema) !== null
  })
  if (named.length === 0) notFound(entity)
  invalid(Object.fromEntries(named.map((field) => [`body.${field}`, 'does not exist'])))
}

/** The columns that a draft, or a part of one, sets. */
export async function columnsOfDraft({ declared: { columns, table } }: Facts, draft: Values, deed: AnyDeed): Promise<Values> {
  const values = given((await columns?.(draft, deed)) ?? {})
  if ('status' in values) throw new Error(`${table}: a draft never sets a status`)
  return values
}

/** A status is kept with the reason that it was given for, and a transition without one leaves none of the status before it. */
function withReason(own: Own, { reason }: Intent, columns: Values): Values {
  return 'status' in columns && 'status_reason' in own ? { status_reason: reason || null, ...columns } : columns
}

/** `within`: where in the body the input is. */
export function refuseProblems(problems: Record<string, string | undefined> | null | undefined, within = 'body'): void {
  const fields = Object.entries(problems ?? {}).filter(([, said]) => said !== undefined)
  if (fields.length > 0) invalid(Object.fromEntries(fields.map(([field, said]) => [`${within}.${field}`, String(said)])))
}

async function writing<Out>(
  ctx: Context,
  { entity }: Facts,
  draft: Values,
  write: (inside: Context, work: Work) => Promise<Out>,
): Promise<Out> {
  try {
    return await unitOfWork(ctx, (work) => write({ ...ctx, db: readOnly(work.db) }, work))
  } catch (error) {
    throw explainConstraint(error, entity, Object.keys(draft))
  }
}

type Done = Omit<Intent, 'body'>

function record(
  work: Work,
  { entity, declared, contract }: Facts,
  { id, version, action, reason }: Done,
  sides: { old: unknown; new: unknown },
  place: Place,
) {
  if (contract[action]?.shape.unaudited) return work.nothing()
  work.record({ entity, id, version, action, ...sides, reason: reason ?? null, permission: declared.permission, ...place })
}

function given(columns: object): Values {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

// The table is named by a value here, so the column types of any one table do not apply.
function tableOf(work: Work) {
  return work.db as unknown as Transaction<Record<string, Values>>
}
