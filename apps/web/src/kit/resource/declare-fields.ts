import { type ColumnKeyOf, columnsOf } from '../cells/columns-of.tsx'
import type { AnyFacts, FactsOf, ReferenceKeyOf, Source } from '../field-facts.ts'
import { inputsOf } from '../fields/inputs-of.tsx'
import { filtersOf } from '../filters/filters-of.ts'
import type { DraftOf, ListQueryOf, RecordOf, ResourceContract } from './define.ts'

/** All that is said of: fields of the record, of what is typed for one, and of what its list is cut by. */
type FieldsOf<C extends ResourceContract> = Pick<ListQueryOf<C>, Exclude<keyof ListQueryOf<C>, keyof DraftOf<C> | keyof RecordOf<C>>> &
  Pick<DraftOf<C>, Exclude<keyof DraftOf<C>, keyof RecordOf<C>>> &
  RecordOf<C>

/**
 * The fields of a kind of record: its columns and facts, its inputs and its filters, each by its key. How one is shown and typed follows from the
 * contract; `facts` say the rest of it once, `sources` whence the records come that it names by their ids.
 */
export function declareFields<C extends ResourceContract, const K extends ReferenceKeyOf<C> = never>(
  contract: C,
  facts: FactsOf<FieldsOf<C>> = {},
  sources: Readonly<Record<K, Source>> = {} as Readonly<Record<K, Source>>,
) {
  const columns = columnsOf(contract, facts as FactsOf<RecordOf<C>>)
  return {
    columns,
    /** A state by itself: the badge of a record. */
    cellOf: <const K extends ColumnKeyOf<RecordOf<C>>>(key: K) => {
      const [column] = columns(key)
      return (row: Pick<RecordOf<C>, K>) => column?.cell(row)
    },
    inputs: inputsOf(contract, facts as FactsOf<DraftOf<C>>, sources),
    filters: filtersOf(contract, facts as AnyFacts, sources),
  }
}
