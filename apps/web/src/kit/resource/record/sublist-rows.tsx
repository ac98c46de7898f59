import { Suspense, use } from 'react'
import { SkeletonCard } from '../../feedback/feedback.tsx'
import type { QueryText } from '../../row.ts'
import { type AnyResource, KnownResourcesContext } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'

interface SublistRowsProps {
  entity: string
  fixed: QueryText
  without: readonly string[]
}

/** The rows of an entity that belong to a record, as its own list shows them. */
export function SublistRows({ entity, ...props }: SublistRowsProps) {
  const load = use(KnownResourcesContext)[entity]
  if (!load) throw new Error(`${entity} is not among the known resources`)
  return (
    <Suspense fallback={<SkeletonCard lines={8} />}>
      <Rows resource={fetched(load)} {...props} />
    </Suspense>
  )
}

function Rows({ resource, fixed, without }: Omit<SublistRowsProps, 'entity'> & { resource: Promise<AnyResource> }) {
  const known = use(resource)
  const blank = known.blankOf?.(fixed) ?? fixed
  // What the record itself says is neither shown of each nor asked for of a new one.
  const given = [...Object.keys(blank), ...without.map((key) => `${key}Id`)]
  const columns = known.columns.filter(({ key }) => !without.includes(key))
  return <ListScreen isPart resource={known} fixed={fixed} blank={blank} given={given} columns={columns} />
}

const begun = new Map<() => Promise<AnyResource>, Promise<AnyResource>>()

/** Fetched once; what could not be fetched is tried again the next time. */
function fetched(load: () => Promise<AnyResource>): Promise<AnyResource> {
  const known = begun.get(load)
  if (known) return known
  const fresh = load()
  begun.set(load, fresh)
  fresh.catch(() => begun.delete(load))
  return fresh
}
