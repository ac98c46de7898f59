import type { Input, NamedEndpoint, Output, Permission } from '@larder/contract'
import type { Icon } from '@tabler/icons-react'
import { createContext, type ReactNode } from 'react'
import type { Action } from '../actions/action.ts'
import type { Told } from '../actions/told-once.tsx'
import type { Column } from '../cells/columns.tsx'
import type { Group } from '../fields/field.ts'
import type { Filter } from '../filters/filter.ts'
import type { Panel } from '../panels/panels.tsx'
import type { BaseRow, QueryText } from '../row.ts'
import type { HistoryOf } from '../visit.ts'
import type { GridLater } from './grid/grid.ts'
import type { HistoryWords } from './record/history-words.ts'
import type { BulkAct, BulkLater } from './selection/bulk.ts'

/** A part of a record's page that is shown by itself, beside its overview and its history. */
export interface RecordTab<in R> {
  /** Its word in the address, `?tab=orders`; where the route table gives it a path, that is its address. */
  key: string
  label: string
  /** Who has it. */
  permission: string
  /** How many there are, told beside its label. */
  count?: ((record: R) => number) | undefined
  render: (record: R) => ReactNode
  /** Fetches the code that it is drawn by, while the record is still read. */
  begin?: ((known: KnownResources) => void) | undefined
}

/** The endpoints that the kit's screens use; a contract may have more. */
export interface ResourceContract {
  list: NamedEndpoint
  get?: NamedEndpoint
  create?: NamedEndpoint
  update?: NamedEndpoint
  remove?: NamedEndpoint
  /** Where there is one, the list has a menu to write all that match to a file. */
  export?: NamedEndpoint
  /** Where there are both, the list is read from files. */
  checkImport?: NamedEndpoint
  import?: NamedEndpoint
}

type BodyOf<E extends NamedEndpoint> = Input<E> extends { body: infer B } ? B : never
type QueryOf<E extends NamedEndpoint> = Input<E> extends { query: infer Q } ? Q : never
export type RowOf<C extends ResourceContract> = Output<C['list']> extends { rows: (infer R extends BaseRow)[] } ? R : never
export type RecordOf<C extends ResourceContract> = C extends { get: infer E extends NamedEndpoint } ? Output<E> & BaseRow : RowOf<C>
export type DraftOf<C extends ResourceContract> = C extends { create: infer E extends NamedEndpoint }
  ? BodyOf<E>
  : C extends { update: infer E extends NamedEndpoint }
    ? Omit<BodyOf<E>, 'version'>
    : never
export type ListQueryOf<C extends ResourceContract> = QueryOf<C['list']>
type SortOf<C extends ResourceContract> = ListQueryOf<C> extends { sort?: infer S } ? Extract<S, string> : never

/** An order that people give a list by hand: the act that puts a row behind another one, `afterId`, in lists that `within` cuts to its own. */
export interface Placing<in R extends BaseRow = BaseRow> {
  act: Action<R>
  within: string
}

/** What a screen needs to know of an entity beyond its contract. */
export interface Definition<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string, SortKey extends string = string> {
  /** One, many: "Cuisine", "Cuisines". */
  label: readonly [one: string, many: string]
  title: (row: Row | One) => string
  columns: readonly Column<Row>[]
  /** The order of the list until another is chosen: a sort key, with `-` for descending. */
  sort?: SortKey
  /** Where rows are put in that order by hand. */
  placing?: Placing<Row> & { within: FilterKey }
  /** There may be so many that they are counted only when somebody asks. */
  countsWhenAsked?: true
  filters?: readonly Filter<FilterKey>[]
  /** Ready-made views, before the saved ones. */
  views?: readonly { label: string; query: QueryText<FilterKey | 'sort' | 'q'> }[]
  form?: readonly Group<Required<Draft>>[]
  /** A new one is entered step by step, in groups of the form by their titles, and then looked at as a whole. What was typed is kept. */
  steps?: readonly string[]
  /** At that look at all of it: what else there is to know before it is added. */
  beforeAdding?: Panel<Partial<Draft>>
  /** What of the answer to a new one is shown this once: a password, a link. */
  tells?: (answer: unknown) => Told | null
  /** What a new one starts with. */
  blank?: Partial<Draft>
  /** The draft of a record, where its keys differ from the record's. */
  draftOf?: (record: One) => Partial<Draft>
  panels?: readonly Panel<One>[]
  /** What is typed, as it will look: a card below its form. */
  preview?: Panel<Partial<Draft> & Partial<One>>
  /** Parts of its page that are shown by themselves: `sublist`. */
  tabs?: readonly RecordTab<One>[]
  /** Acts on a record, from its page and from its row in the list. */
  actions?: readonly Action<Row | One>[]
  /** Where else its page leads, in the menu of its acts, for whoever may. */
  leads?: readonly { label: string; icon: Icon; permission: Permission; to: (record: One) => string }[]
  /** Its list may be typed into as a spreadsheet. */
  grid?: GridLater<Row>
  /** Acts over selected rows; without any, rows can't be selected. */
  bulk?: readonly BulkAct<Row>[]
  bulkLater?: BulkLater<Row>
  /** What is given or changed by another record is asked for of this one. */
  isAskedAbout?: true
  /** What its history says beyond the labels and words of its form; null where it has none. */
  history?: Partial<HistoryWords> | null
  /** Beside the title of a record. */
  badge?: (record: One) => ReactNode
  /** The record that a search looks into, where the list's own contract reads none: an order, of rejected ones. */
  looksInto?: NamedEndpoint
  /** What will be in the list, for the empty state. */
  emptyText?: string
  /** It is a part of another record's page alone, and read from files there. */
  importsAsPart?: true
  /** What a new one begins with inside another record's page, where that is not what its list is cut by. */
  blankOf?: (fixed: QueryText<FilterKey>) => Partial<Draft>
  /** A row on a phone; without it the columns below one another. */
  card?: (row: Row) => ReactNode
}

/** An entity as the kit's screens show it: its contract and its definition. */
export interface Resource<Row extends BaseRow, One extends BaseRow, Draft, FilterKey extends string>
  extends Definition<Row, One, Draft, FilterKey> {
  entity: string
  contract: ResourceContract
}

/** A resource with its types set aside, as what shows any of them has it. */
export type AnyResource = Resource<BaseRow, BaseRow, unknown, string>

export function anyResource<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  resource: Resource<Row, One, Draft, K>,
): AnyResource {
  return resource as unknown as AnyResource
}

/** Declares an entity's screens. A column, field or filter that the contract doesn't have does not compile. */
export function defineResource<C extends ResourceContract>(
  contract: C,
  definition: Definition<RowOf<C>, RecordOf<C>, DraftOf<C>, keyof ListQueryOf<C> & string, SortOf<C>>,
): Resource<RowOf<C>, RecordOf<C>, DraftOf<C>, keyof ListQueryOf<C> & string> {
  return { ...definition, entity: contract.list.entity, contract }
}

/** Resources that are shown outside of their own feature, by entity, fetched when they are. */
export type KnownResources = Readonly<Record<string, () => Promise<AnyResource>>>

export const KnownResourcesContext = createContext<KnownResources>({})

/** How the history of an entity's records speaks, fetched where entries of any record are shown; null where it has no words of its own. */
export type Histories = (entity: string) => Promise<HistoryOf | null>

export const HistoriesContext = createContext<Histories>(async () => null)
