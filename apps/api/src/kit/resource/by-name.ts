// What follows from the names of fields and columns, for the compiler; `derived.ts` does the same to values.

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
/** The columns of a row by the names that fields have. */
export type ByField<R> = { [K in keyof R & string as Camel<K>]: R[K] }

type Known<V> = Exclude<V, null | undefined>
type MayBeNull<V, Want> = null extends V ? (null extends Want ? true : false) : true
/** What a column holds is what the field is: its list of values and its kind of text are the table's check, and the contract's own on the way out. */
type Fits<V, Want> = [unknown] extends [V]
  ? true
  : MayBeNull<V, Want> extends true
    ? [Known<V>] extends [Known<Want>]
      ? true
      : [Known<V>, Known<Want>] extends [string, string] | [readonly string[], readonly string[]]
        ? true
        : false
    : false

interface Amount {
  minor: number
  currency: string
}
interface Name {
  id: string
  name: string
}
type ColumnOf<F, K> = K extends keyof F ? F[K] : never
type IdOf<F, K extends string> = `${K}Id` extends keyof F ? F[`${K}Id`] : ColumnOf<F, K>

/** Whether a field is told by the columns `F`: by that of its name; an amount by `x_minor` and `currency`, another record by `x_id`, or `x`, and `x_name`. */
type IsTold<F, K extends string, Want> = [ColumnOf<F, K>] extends [never]
  ? IsTogether<F, K, Want>
  : Fits<ColumnOf<F, K>, Want> extends true
    ? true
    : IsTogether<F, K, Want>
type IsTogether<F, K extends string, Want> = [Known<Want>] extends [Amount]
  ? `${K}Minor` extends keyof F
    ? 'currency' extends keyof F
      ? MayBeNull<F[`${K}Minor`], Want>
      : false
    : false
  : [Name, Known<Want>] extends [Known<Want>, Name]
    ? `${K}Name` extends keyof F
      ? [IdOf<F, K>] extends [never]
        ? false
        : MayBeNull<IdOf<F, K> | F[`${K}Name`], Want>
      : false
    : false

/** What of a record a row does not tell by itself. */
export type Untold<R, Record> = {
  [K in keyof Record as IsTold<ByField<R>, K & string, Record[K]> extends true ? never : K]: Record[K]
}

/** Whether a value can be put into a column, or compared with it, as it is. */
type IsKept<V, Column> = [unknown] extends [Column]
  ? [Known<V>] extends [readonly string[] | readonly number[]]
    ? false
    : [Known<V>] extends [object]
      ? true
      : false
  : [Known<V>] extends [Known<Column>]
    ? true
    : [Known<V>, Known<Column>] extends [string, string]
      ? true
      : false
type IsKeptIn<F, K extends string, V> = K extends 'status'
  ? false
  : K extends keyof F
    ? IsKept<V, F[K]>
    : null extends V
      ? false
      : [Known<V>] extends [Amount]
        ? `${K}Minor` extends keyof F
          ? 'currency' extends keyof F
            ? true
            : false
          : false
        : false

/** Fields of a draft that no column of the table keeps as they are. */
export type Unkept<Own, Draft> = {
  [K in keyof Draft & string]-?: IsKeptIn<ByField<Own>, K, Draft[K]> extends true ? never : K
}[keyof Draft & string]
/** Filters that are no column of the table. */
export type Uncut<Own, Query, K extends keyof Query> = {
  [F in K]-?: F extends keyof ByField<Own> ? (IsKept<Query[F], ByField<Own>[F]> extends true ? never : F) : F
}[K]
/** Sorts that are no column of the table that always holds something; `createdAt` is the order of the ids. */
export type Unsorted<Own, S extends string> = {
  [K in S]: K extends 'createdAt' ? never : K extends keyof ByField<Own> ? (null extends ByField<Own>[K] ? K : never) : K
}[S]
