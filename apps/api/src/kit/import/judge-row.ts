import { fieldNotPermitted, type NamedEndpoint, type Permission } from '@larder/contract'
import { can } from '../authorize.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { maskedValues, parsePart, unstorableValues } from '../http/validate.ts'
import type { Facts } from '../resource/declaration.ts'
import type { AnyVerb, Shown } from '../resource/read.ts'
import { isFault } from '../work/running-task.ts'
import { unwritten } from './keys.ts'
import { columnAt, type Layout, problemAt } from './layout.ts'
import type { Problem, Values } from './read-row.ts'

/** What stands in the way of adding a record with these values, in the words of its form; none = it can be added. */
export async function problemsOfNew(ctx: Context, facts: Facts, layout: Layout, body: Values): Promise<Problem[]> {
  const { create } = facts.contract
  if (!create) return [{ column: null, why: 'Is of no record that is there, and none can be added.' }]
  if (!can(ctx, create.shape.permission as Permission)) return [{ column: null, why: `You may not add any (${create.shape.permission}).` }]
  if (layout.unsaid.length > 0)
    return [{ column: null, why: `A new one needs more than a file can say: ${layout.unsaid.join(', ')}. Add it on the screen.` }]
  const wrong = problemsOfBody(create, layout, body)
  return wrong.length > 0 ? wrong : problemsOfRule(facts.declared.create as AnyVerb, layout, { ctx, row: null, body })
}

/** What stands in the way of giving a record these values. */
export async function problemsOfChange(ctx: Context, facts: Facts, layout: Layout, found: Shown, body: Values): Promise<Problem[]> {
  const { contract, declared } = facts
  const allowed = found.shown.allowed?.find(({ action }: { action: string }) => action === 'update')
  if (!allowed || allowed.because) return [{ column: null, why: allowed?.because ?? 'You may not change it.' }]
  const update = contract.update as NamedEndpoint
  const mayChange = declared.update?.editable?.(found.row, ctx)
  const wrong = Object.keys(body).flatMap((key): Problem[] => {
    const field = layout.all.find((each) => each.key === key)
    const stays = declared.once?.[key] ?? (field?.isOnce ? 'is set when it is added, and stays' : null)
    const why = stays ?? (mayChange && !mayChange.includes(key) ? fieldNotPermitted : null)
    return why ? [{ column: columnAt(layout.all, key), why }] : []
  })
  if (wrong.length === 0) wrong.push(...problemsOfBody(update, layout, { ...body, version: found.row.version }))
  return wrong.length > 0 ? wrong : problemsOfRule(declared.update as AnyVerb, layout, { ctx, row: found.row, body })
}

/** Checks a body as its endpoint does, and leaves in it what the endpoint makes of it. */
function problemsOfBody(endpoint: NamedEndpoint, { all }: Layout, body: Values): Problem[] {
  const schema = endpoint.shape.body as NonNullable<typeof endpoint.shape.body>
  const fields = { ...maskedValues(schema, body, 'body'), ...unstorableValues(body, 'body') }
  const parsed = parsePart(schema, body, 'body', fields)
  Object.assign(body, parsed)
  delete body.version
  return Object.entries(fields).map(([path, why]) => problemAt(all, path, why))
}

interface Judged {
  ctx: Context
  row: unknown
  body: Values
}

async function problemsOfRule(rules: AnyVerb | undefined, { all }: Layout, deed: Judged): Promise<Problem[]> {
  try {
    const problems = (await rules?.rule?.({ ...deed, work: unwritten })) ?? {}
    return Object.entries(problems).flatMap(([path, why]) => (why ? [problemAt(all, path, String(why))] : []))
  } catch (error) {
    if (!(error instanceof Refusal) || isFault(error)) throw error
    const fields = Object.entries(error.fields)
    const [path] = fields[0] ?? []
    if (error.kind === 'invalid' && path) return fields.map(([each, why]) => problemAt(all, each, why))
    return [{ column: path ? columnAt(all, path) : null, why: error.message }]
  }
}
