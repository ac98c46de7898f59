import type { NamedEndpoint, Output, Parsed, Permission, SoughtEntity } from '@larder/contract'
import type { Expression, Selectable, SelectQueryBuilder, SqlBool, StringReference, UpdateObject } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'
import type { Context, Work } from '../context.ts'
import type { Because } from '../errors.ts'
import type { Look, SearchFields } from '../read/search-text.ts'
import type { Uncut, Unkept, Unsorted, Untold } from './by-name.ts'

export type Endpoints = Record<string, NamedEndpoint>
export type TableName = keyof DB & string
/** A row of the table itself, without what is joined to it. */
export type OwnRow<T extends TableName> = Selectable<DB[T]>

type BodyOf<C, K> = K extends keyof C ? (C[K] extends NamedEndpoint ? (Parsed<C[K]> extends { body: infer B } ? B : never) : never) : never
type QueryOf<C> = C extends { list: infer L extends NamedEndpoint } ? (Parsed<L> extends { query: infer Q } ? Q : never) : never
export type RowOf<C> = C extends { list: infer L extends NamedEndpoint } ? (Output<L> extends { rows: (infer R)[] } ? R : never) : never
export type RecordOf<C> = C extends { get: infer G extends NamedEndpoint } ? Output<G> : RowOf<C>
type Shown<R> = Omit<R, 'allowed' | 'editable'>

export type DraftOf<C> = BodyOf<C, 'create'>
export type ChangeOf<C> = Omit<BodyOf<C, 'update'>, 'version'>
/** What may be given at a creation or a change, or a part of it. */
export type PartOf<C> = Partial<
  ([DraftOf<C>] extends [never] ? unknown : DraftOf<C>) & ([BodyOf<C, 'update'>] extends [never] ? unknown : ChangeOf<C>)
>
type FilterOf<C> = Exclude<keyof QueryOf<C>, 'cursor' | 'limit' | 'q' | 'sort' | 'count'>
type SortOf<C> = QueryOf<C> extends { sort?: infer S } ? Exclude<S, `-${string}` | undefined> : never
type Plain = 'list' | 'get' | 'create' | 'update' | 'remove'
/** The contract's verbs that do something to one record at the version that the caller saw. */
export type ActOf<C> = {
  [K in keyof C]: K extends Plain ? never : [BodyOf<C, K>] extends [never] ? never : BodyOf<C, K> extends { version: number } ? K : never
}[keyof C]
/** The verbs that a declaration handles: those that answer with the record, `reveal`, and those of files. What answers otherwise goes through `change`. */
export type HandledOf<C> = {
  [K in keyof C]: K extends 'list' | 'remove' | 'reveal' | 'checkImport' | 'import'
    ? K
    : K extends Plain | ActOf<C>
      ? C[K] extends NamedEndpoint
        ? Output<C[K]> extends RecordOf<C>
          ? K
          : never
        : never
      : never
}[keyof C]

type Maybe<T> = T | Promise<T>
/** What goes wrong by field of the input, `name` or `feeTiers.0.fee`; none and nothing mean that all is well. */
export type Problems<B> = { readonly [K in (keyof B & string) | `${keyof B & string}.${string}`]?: string }
export type Columns<T extends TableName> = Omit<UpdateObject<DB, T>, 'id' | 'version' | 'created_at' | 'updated_at'>
type DraftColumns<T extends TableName> = Omit<Columns<T>, 'status'> & { status?: never }

/** Where a row belongs, for who may hear of it; neither = everywhere. */
export interface Place {
  branchId: string | null
  storeId: string | null
  /** One person's alone. */
  staffId?: string
}

// biome-ignore lint/suspicious/noExplicitAny: of any tables, with any columns
export type AnyQuery = SelectQueryBuilder<any, any, any>
export type RowIn<B> = B extends SelectQueryBuilder<infer _Q, infer _J, infer R> ? R : never
/** A column of a query, as `table.column`; one that it does not have does not compile. */
type ColumnIn<B> = B extends SelectQueryBuilder<infer Q, infer J, infer _R> ? StringReference<Q, J & keyof Q> : never

/**
 * Who has which rows, always a part of the query: by the columns of the branch and the store, which also say who hears of a change; or by
 * a condition of its own, with the place of a row. `everybody`: all of them, for whoever has the permission.
 */
export type Scope<B> =
  | 'everybody'
  | { branch: ColumnIn<B>; store?: ColumnIn<B> }
  | { where(ctx: Context): Expression<SqlBool>; place(row: RowIn<B>): Place }

/** What a rule looks at: reads of `ctx.db` are those of the unit, `row` stands as it was locked, null before there is one. */
export interface Deed<R, B> {
  ctx: Context
  work: Work
  row: R
  body: B
  /** What the record says where only an exception lets the caller approve it. */
  exception?: string | null
}

/** Whose work an act approves: neither they nor who may be one of them do it (0206). */
export interface MadeBy<R> {
  makers(row: R): readonly (string | null)[]
  /** What is said to them. */
  own: Because
  /** What it takes, where that is not the act's permission alone. */
  by?(row: R): { permission: Permission; weighs: number | null }
  /** Where nobody else could, an administrator of everything does it, by themselves and though it is theirs. */
  isForOneToo?: boolean
}

/** What may stand in the way of a verb, and what goes with it. */
export interface Verb<T extends TableName, R, B> {
  /** Comes first, before the row of this id is locked: locks that many rows share, fields that a role may not send. */
  before?(deed: Omit<Deed<R, B>, 'row'> & { id: string }): unknown
  /** Whether the caller may ever do it to this row; if not, there is no such row (404). */
  whose?(row: R, ctx: Context): boolean
  /** Why it cannot be done now, as people read it in `allowed`; null when it can. */
  whyNot?(row: R, ctx: Context): Because | string | null
  /** Locks what the rule reads of other records, so that it stays as the rule sees it. Not asked of what is only looked at: a row of a file. */
  holds?(deed: Deed<R, B>): unknown
  /** What is wrong with the input, by field (422). Refuses by itself what is no field's fault. */
  rule?(deed: Deed<R, B>): Maybe<Problems<B> | null | undefined>
  /** Replaces what of the record is kept in other tables, and tells what that was and is. */
  parts?(deed: Deed<R, B>): Promise<Told>
  /** What else happens in the same unit, once the row is written; not when nothing changed. */
  also?(deed: Deed<R, B> & { now: OwnRow<T> }): unknown
}

/** A verb of its own. What the contract asks for as `reason` is in the record's history, and of a status that it sets in `status_reason`, where the table has it. */
export interface Act<T extends TableName, R, B> extends Verb<T, R, B> {
  /** What is wrong with what is asked whatever the record is, by field (422): it also refuses an act over many before that begins. */
  input?(given: Pick<Deed<R, B>, 'ctx' | 'body'>): Problems<B> | null
  madeBy?: MadeBy<R>
  /** The columns that it sets. Those that are so already are no change; `status_reason` only where that is not the `reason`, or none. */
  sets?(deed: Deed<R, B>): Maybe<Columns<T>>
  /** The row may leave the caller's scope by it; they still get it once more. */
  mayLeave?: boolean
}

interface Update<T extends TableName, R, B> extends Verb<T, R, B> {
  /** The fields that the caller's role may change in it, undefined for all: what is more is refused by name (not permitted). */
  editable?(row: R, ctx: Context): readonly (keyof B & string)[] | undefined
  /** Columns that a change of its fields sets besides: what was checked of it is checked anew. */
  stamps?(row: R, ctx: Context): Columns<T>
}
export interface Told {
  old: Record<string, unknown>
  new: Record<string, unknown>
}

export interface Create<T extends TableName, B> extends Pick<Verb<T, null, B>, 'holds' | 'rule' | 'also'> {
  /** Comes first: locks that many rows share. */
  before?(deed: Omit<Deed<null, B>, 'row'>): unknown
  /** Columns that no draft carries: whose it is, what follows from where it belongs. */
  sets?(deed: Deed<null, B>): Maybe<Columns<T>>
  /** Keeps what of the record is in other tables, once its row is there, and tells it. */
  parts?(deed: Deed<null, B> & { now: OwnRow<T> }): Promise<Told>
  /** It may be made outside of the caller's scope; they still get it once. */
  mayLeave?: boolean
}

type Filter<B, V, Q> = ColumnIn<B> | ((value: NonNullable<V>, ctx: Context, asked: Q) => Maybe<Expression<SqlBool>>)
type Sort<B> = ColumnIn<B> | Expression<unknown> | ((ctx: Context) => Expression<unknown>)

interface Declared<C, T extends TableName, B extends AnyQuery, L extends AnyQuery, G>
  extends Presents<RowIn<NoInfer<B>>, Shown<RecordOf<C>>, NoInfer<G>> {
  table: T
  /** Who may hear of changes. */
  permission: Permission
  /** Rows with all that the record tells, where that is not the table's own; the table goes by its own name in the query. */
  rows(db: ReadDatabase): B
  scope: Scope<NoInfer<B>>
  /** What `present` needs besides the rows, read once for all of them. */
  beside?(ctx: Context, rows: readonly RowIn<NoInfer<B>>[]): Promise<G>
  /** Where a list shows less than the record. */
  list?: { rows(db: ReadDatabase): L; present(row: RowIn<NoInfer<L>>, ctx: Context): Shown<RowOf<C>> }
  /** What `q` looks into: fields of the record with their columns. */
  search: SearchFields<(keyof RowOf<C> | keyof RecordOf<C>) & string>
  /** What a text of a kind of its own finds instead, such as the number of an order, or whatever `look` finds; null where it is none. */
  finds?(typed: string, ctx: Context, look: Look): Expression<SqlBool> | null
  /** Whether there are about as many as orders: what `q` finds by its index is asked first, in a statement of its own; by its words before its parts. */
  isLarge?: true | 'words'
  /** How a list comes unasked; without, by its first sort. */
  order?(asked: QueryOf<C>): `${'' | '-'}${SortOf<C> & string}`
  /** Each filter of the contract that is no column of the table, with the column that must equal it or its condition; `asked` is all that the list is asked for. */
  filters?: Both<Cut<C, NoInfer<B>>, UncutOf<C, T>>
  /** Each sort of the contract that is no column of the table, or one that may be null: give that a `coalesce`. `createdAt` is the order of the ids. */
  sorts?: Both<Sorted<C, NoInfer<B>>, UnsortedOf<C, T>>
  /**
   * Columns of a draft, or of the part of one that a change carries: by field, for those that no column keeps as they are, null where one is
   * kept elsewhere or not at all. Or a function of all fields; null where what makes its records sets them. Never `status`: a transition is an act.
   */
  columns?:
    | null
    | Both<Kept<C, T, NoInfer<B>>, UnkeptOf<C, T>>
    | ((draft: PartOf<C>, deed: DraftDeed<NoInfer<B>>) => Maybe<DraftColumns<T>>)
  /** Columns by which people tell its records apart, for files that name no ids, where no unique index of the table says so. */
  named?: readonly (keyof OwnRow<T> & string)[]
  /** Fields that only a creation sets, with what is said to a change of one. */
  once?: { [K in keyof ChangeOf<C>]?: string }
  /** Columns that every change sets besides its own. */
  stamps?(row: RowIn<NoInfer<B>>): Columns<T>
  create?: Create<T, DraftOf<C>>
  update?: Update<T, RowIn<NoInfer<B>>, ChangeOf<C>>
  remove?: Verb<T, RowIn<NoInfer<B>>, unknown>
  acts: { [K in ActOf<C>]: Act<T, RowIn<NoInfer<B>>, BodyOf<C, K>> }
}

type Both<Whole, Missing extends keyof Whole> = Pick<Whole, Missing> & Partial<Omit<Whole, Missing>>
type Needs<P extends string, Missing> = [Missing] extends [never] ? unknown : LeftOut<P, Missing>
/** The compiler tells the name of what is left out, and with it the fields, which it says nothing else of. */
type LeftOut<P extends string, _Fields> = { [K in P]: unknown }

/** The row as people get it: what it does not tell by the names of its columns, and what is told otherwise; `allowed` is added to it. */
interface Presents<R, Told, G> {
  present?(row: R, ctx: Context, beside: G): Both<Told, keyof Untold<R, Told>>
}

type Cut<C, B> = { [K in FilterOf<C>]-?: Filter<B, QueryOf<C>[K], QueryOf<C>> }
type UncutOf<C, T extends TableName> = Uncut<OwnRow<T>, QueryOf<C>, FilterOf<C>>
type Sorted<C, B> = { [K in SortOf<C> & string]: Sort<B> }
type UnsortedOf<C, T extends TableName> = Unsorted<OwnRow<T>, SortOf<C> & string>
type DraftDeed<B> = Omit<Deed<RowIn<B> | null, unknown>, 'body'>
type Kept<C, T extends TableName, B> = {
  [K in keyof PartOf<C>]-?:
    | null
    | ((value: Exclude<PartOf<C>[K], undefined>, deed: DraftDeed<B>, draft: PartOf<C>) => Maybe<DraftColumns<T>>)
}
type UnkeptOf<C, T extends TableName> = Unkept<OwnRow<T>, PartOf<C>> & keyof PartOf<C>

/** Everything that the API has to know of a kind of record. `B` is the query of its rows, `L` that of a list, `G` what is read beside them. */
export type Declaration<C, T extends TableName, B extends AnyQuery, L extends AnyQuery, G> = Declared<C, T, B, L, G> &
  Needs<'present', keyof Untold<RowIn<NoInfer<B>>, Shown<RecordOf<C>>>> &
  Needs<'filters', UncutOf<C, T>> &
  Needs<'sorts', UnsortedOf<C, T>> &
  Needs<'columns', UnkeptOf<C, T>>

// biome-ignore lint/suspicious/noExplicitAny: what reads and writes any resource knows none of its types
type Any = any
/** A declaration with nothing left out, its types set aside. */
export interface AnyDeclaration extends Declared<Any, Any, Any, Any, Any> {
  rows(db: ReadDatabase): Any
  present(row: Any, ctx: Context, beside: Any): Any
  list?: Any
  filters: Any
  sorts: Any
  columns(draft: Any, deed: Any): Any
}
export interface Facts {
  entity: SoughtEntity
  contract: Endpoints
  declared: AnyDeclaration
}
