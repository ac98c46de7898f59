import { handOverContract } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { useMe } from '#kit/access/access.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { Page } from '#kit/layout/page.tsx'
import { lazily } from '#kit/lazily.tsx'
import type { Prepare } from '#kit/visit.ts'
import type { Named } from './hand-over-form.tsx'

const HandOverForm = lazily(() => import('./hand-over-form.tsx').then((module) => module.HandOverForm), <SkeletonCard lines={10} />)

function namedIn(params: URLSearchParams): Named {
  const [branchId, storeId] = [params.get('branchId'), params.get('storeId')]
  return { ...(branchId && { branchId: branchId as never }), ...(storeId && { storeId: storeId as never }) }
}
const inputOf = (params: URLSearchParams) => ({ query: namedIn(params) })

export const prepare: Prepare = ({ address, read }) => read(handOverContract.digest, inputOf(address.searchParams))

/** The end of a shift: what is open now, a note on each order and on all of it. What is typed outlasts the page. */
export default function HandOverScreen() {
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const read = useRead(handOverContract.digest, inputOf(params))
  const { kind, ids } = me.scope
  const filter = kind === 'store' ? storeFilter : branchFilter
  return (
    <Page
      title="Hand over shift"
      subtitle="Open orders as they stand when you hand over. The next person signs it."
      actions={
        (kind === 'all' || ids.length > 1) && (
          <FilterChoice
            filter={filter}
            none={kind === 'all' ? 'Everything' : `Choose a ${kind}`}
            query={Object.fromEntries(params)}
            onChange={(chosen) => setParams(Object.entries(chosen).filter(([, id]) => id) as [string, string][])}
          />
        )
      }
    >
      <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
        {({ orders, isCut }) => <HandOverForm key={String(params)} orders={orders} isCut={isCut} named={namedIn(params)} />}
      </Loading>
    </Page>
  )
}
