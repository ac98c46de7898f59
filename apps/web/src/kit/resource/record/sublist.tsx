import type { Permission } from '@larder/contract'
import { SkeletonCard } from '../../feedback/feedback.tsx'
import { lazily } from '../../lazily.tsx'
import type { BaseRow, QueryText } from '../../row.ts'
import type { ListQueryOf, RecordTab, ResourceContract } from '../define.ts'

const loadRows = () => import('./sublist-rows.tsx').then((module) => module.SublistRows)
const SublistRows = lazily(loadRows, <SkeletonCard lines={8} />)

/** A list by the name of its entity and who may see it, in the place of a contract that its page would otherwise have to load. */
export function listOf<C extends ResourceContract>(entity: string, permission: Permission): C {
  return { list: { entity, shape: { permission } } } as unknown as C
}

/**
 * The list of another entity as a tab of a record: what of it belongs to the record, with its filters, sort and page in the address. Columns
 * that say the record itself are left out by `without`; `count` is how many there are, where the record knows.
 */
export function sublist<C extends ResourceContract, R extends BaseRow>(
  label: string,
  { list }: C,
  fixedOf: (record: R) => QueryText<keyof ListQueryOf<C> & string>,
  { without = [], count }: { without?: readonly string[]; count?: (record: R) => number } = {},
): RecordTab<R> {
  return {
    key: label.toLowerCase().replaceAll(' ', '-'),
    label,
    permission: list.shape.permission,
    count,
    // What cannot be loaded is told where it is drawn.
    begin: (known) => void Promise.all([loadRows(), known[list.entity]?.()]).catch(() => null),
    render: (record) => <SublistRows entity={list.entity} fixed={fixedOf(record) as QueryText} without={without} />,
  }
}
