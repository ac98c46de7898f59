import { type FileContent, refusalReasons } from '@larder/contract'
import type { Expression, SqlBool } from 'kysely'
import type { Context } from './context.ts'
import type { Handler } from './http/handler.ts'
import { makeKnown } from './import/facts-of.ts'
import { beginImport, checkImport } from './import/import-list.ts'
import type { ListInput } from './list-query.ts'
import type {
  Act,
  AnyQuery,
  Create,
  Declaration,
  DraftOf,
  Endpoints,
  Facts,
  HandledOf,
  RecordOf,
  RowIn,
  TableName,
} from './resource/declaration.ts'
import { completed } from './resource/derived.ts'
import { conditionsOf, listRows, readRecord } from './resource/read.ts'
import { type Asked, changeRow, createRow, type Intent, refuseProblems, removeRow, revealField, updateRow } from './resource/write.ts'

interface ById {
  params: { id: string }
}
interface WithFile {
  query: { seen?: string; fixed?: string }
  body: FileContent
}
interface Versioned extends ById {
  body: Record<string, unknown> & { version: number; reason?: string }
}

/** A kind of record as the rest of the API uses it. */
export interface Resource<C extends Endpoints, T extends TableName, R> {
  /** Of every verb of the contract that answers with the record; what answers otherwise has a handler beside them. */
  handlers: { [K in HandledOf<C> & keyof C]: Handler<C[K]> }
  /** What cuts the list to what is asked of it, for figures beside it: a condition for each filter and for `q`, without the scope. */
  conditions(ctx: Context, asked: Record<string, unknown>): Promise<Expression<SqlBool>[]>
  /** The record as the caller may see it; 404 when it is not there or out of scope. */
  read(ctx: Context, id: string): Promise<RecordOf<C>>
  /** A creation whose answer carries more than the record: as declared, and with `more`. */
  create(ctx: Context, draft: DraftOf<C>, more: Create<T, DraftOf<C>>): Promise<RecordOf<C>>
  /** A change that no endpoint makes as it is, a job's or one whose answer carries more: as the act is declared, where it is, and with `more`. */
  change(ctx: Context, intent: Intent, more: Act<T, R, unknown>): Promise<RecordOf<C>>
}

/**
 * One kind of record, declared once: its rows and who has them, how it is shown, found, made, changed, removed and acted on. A change needs
 * the version that the caller saw (409 with the newer row); a taken name is 422 on its field; what stands in the way of a verb travels with
 * the record as `allowed` and refuses it (409). Each write leaves one audit entry and one event, told where the row belongs.
 */
export function resource<const C extends Endpoints, T extends TableName, B extends AnyQuery, G = undefined, L extends AnyQuery = AnyQuery>(
  contract: C,
  declared: Declaration<C, T, B, L, G>,
): Resource<C, T, RowIn<B>> {
  const entity = Object.values(contract)[0]?.entity ?? declared.table
  if (!(`${entity}-not-found` in refusalReasons['not-found']))
    throw new Error(`${entity}-not-found is missing among the reasons of refusals`)
  const facts = { entity, contract, declared: completed(contract, declared) } as Facts
  makeKnown(facts)
  const verbs: Record<string, unknown> = {
    list: (ctx: Context, { query }: { query: ListInput & Record<string, unknown> }) => listRows(ctx, facts, query),
    get: (ctx: Context, { params }: ById) => readRecord(ctx, facts, params.id),
    create: (ctx: Context, { body }: { body: Record<string, unknown> }) => createRow(ctx, facts, body),
    update: (ctx: Context, { params, body }: Versioned) => updateRow(ctx, facts, params.id, body),
    remove: (ctx: Context, { params, body }: Versioned) => removeRow(ctx, facts, params.id, body.version),
    reveal: (ctx: Context, { params, body }: ById & { body: Asked }) => revealField(ctx, facts, params.id, body),
    checkImport: (ctx: Context, { query, body }: WithFile) => checkImport(ctx, facts, body, query.fixed),
    import: (ctx: Context, { query, body }: WithFile) => beginImport(ctx, facts, body, query),
  }
  for (const [action, rules] of Object.entries(declared.acts)) {
    const act = (ctx: Context, { params, body }: Versioned) =>
      changeRow(ctx, facts, { id: params.id, version: body.version, action, reason: body.reason, body }, rules as never)
    const { input } = rules as Pick<Act<T, unknown, unknown>, 'input'>
    const checkInput = (ctx: Context, body: unknown, within: string) => refuseProblems(input?.({ ctx, body }), within)
    verbs[action] = Object.assign(act, { checkInput })
  }
  const handlers = Object.fromEntries(Object.entries(verbs).filter(([verb]) => verb in contract))
  return {
    handlers: handlers as unknown as Resource<C, T, RowIn<B>>['handlers'],
    conditions: (ctx, asked) => conditionsOf(ctx, facts, asked),
    read: (ctx, id) => readRecord(ctx, facts, id) as Promise<RecordOf<C>>,
    create: (ctx, draft, more) => createRow(ctx, facts, draft as Record<string, unknown>, more) as Promise<RecordOf<C>>,
    change: (ctx, intent, more) =>
      changeRow(ctx, facts, intent, { ...(facts.declared.acts as Record<string, object>)[intent.action], ...more }) as Promise<RecordOf<C>>,
  }
}
