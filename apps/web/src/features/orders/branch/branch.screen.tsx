import { branchContract, cashHolderContract, dashboardContract, orderContract, takes } from '@larder/contract'
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { branchFilter, claimFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { mayDo, useMay, useMe } from '#kit/access/access.tsx'
import { EmptyState, Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { oneOf } from '#kit/filters/filters.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { lazily } from '#kit/lazily.tsx'
import type { RecordTab } from '#kit/resource/define.ts'
import { sublist } from '#kit/resource/record/sublist.tsx'
import type { Prepare, Visit } from '#kit/visit.ts'
import { type BoardOf, boardInput } from '../board-input.ts'
import { BranchFigures } from './branch-figures.tsx'

const LiveBoard = lazily(() => import('../live-board.tsx').then((module) => module.LiveBoard), <SkeletonCard lines={10} />)
const DaysTab = lazily(() => import('./days-tab.tsx').then((module) => module.DaysTab), <SkeletonCard lines={8} />)

/** A branch, as far as its parts need to know it. */
interface Shown {
  id: string
  version: number
}

const boardOf = (branchId: string): BoardOf => ({
  fixed: { branchId },
  filters: [oneOf('vertical', verticalOptions), storeFilter, claimFilter],
})

const tabs: readonly RecordTab<Shown>[] = [
  { key: 'board', label: 'Board', permission: orderContract.board.shape.permission, render: ({ id }) => <LiveBoard {...boardOf(id)} /> },
  sublist('Orders', orderContract, ({ id }) => ({ branchId: id })),
  sublist('Cash', cashHolderContract, ({ id }) => ({ branchId: id }), { without: ['branch'] }),
  { key: 'days', label: 'Days', permission: 'branch-day.view', render: ({ id }) => <DaysTab branchId={id} /> },
]

/** More of them are found by typing. */
const offered = 24
const branchesInput = { query: { sort: 'name' as const, limit: offered } }

/** The branch that an address names, or the only one of somebody who has one. */
function branchIn(params: URLSearchParams, scope: { kind: string; ids: readonly string[] } | undefined): string | null {
  const named = params.get('branchId')
  if (named && takes(dashboardContract.get.shape.query, 'branchId', named)) return named
  return scope?.kind === 'branch' && scope.ids.length === 1 ? (scope.ids[0] ?? null) : null
}

export const prepare: Prepare = ({ address, read, state }: Visit) => {
  const { me } = state.logged
  const branchId = branchIn(address.searchParams, me?.scope)
  read(orderContract.statuses, {})
  if (!branchId) return read(branchContract.list, branchesInput)
  read(branchContract.get, { params: { id: branchId } })
  read(dashboardContract.get, { query: { branchId } })
  if (mayDo(me, cashHolderContract.held.shape.permission)) read(cashHolderContract.held, { query: { branchId } })
  const tab = address.searchParams.get('tab') ?? 'board'
  if (tab === 'board') read(orderContract.board, boardInput(boardOf(branchId), address.searchParams))
}

/** A branch at work: its figures of today, its board, orders, cash and days. The branch is in the address; who has one alone gets that one. */
export default function BranchScreen() {
  const [params, setParams] = useSearchParams()
  const branchId = branchIn(params, useMe().scope)
  const choose = (id: string) =>
    setParams({ ...(id && { branchId: id }), ...(id && params.get('tab') && { tab: params.get('tab') ?? '' }) })
  return branchId ? <OneBranch key={branchId} id={branchId} onChoose={choose} /> : <Choice onChoose={choose} />
}

interface ChoiceProps {
  onChoose: (id: string) => void
}

/** Which branch; of somebody who reaches one alone, through its stores, there is nothing to choose. */
function Choice({ onChoose }: ChoiceProps) {
  const read = useRead(branchContract.list, branchesInput)
  const [only, another] = read.data?.rows ?? []
  if (only && !another) return <OneBranch id={only.id} onChoose={onChoose} />
  return (
    <Page title="Branch orders" actions={<BranchChoice id="" onChoose={onChoose} />}>
      <Loading read={read}>
        {({ rows }) => (
          <EmptyState
            title={rows.length === 0 ? 'No branch yet' : 'Choose a branch'}
            text="Its board, orders, cash and days are shown here."
            action={
              <Row justify="center">
                {rows.map(({ id, name }) => (
                  <Button key={id} onClick={() => onChoose(id)}>
                    {name}
                  </Button>
                ))}
              </Row>
            }
          />
        )}
      </Loading>
    </Page>
  )
}

function BranchChoice({ id, onChoose }: ChoiceProps & { id: string }) {
  return (
    <FilterChoice
      filter={branchFilter}
      none="Choose a branch"
      query={{ branchId: id }}
      onChange={({ branchId }) => onChoose(branchId ?? '')}
    />
  )
}

function OneBranch({ id, onChoose }: ChoiceProps & { id: string }) {
  const { scope } = useMe()
  const isChosen = scope.kind === 'all' || scope.ids.length > 1
  const read = useRead(branchContract.get, { params: { id } })
  return (
    <Loading read={read} isPage>
      {({ name, version }) => (
        <Page title={name} subtitle="Branch orders" actions={isChosen && <BranchChoice id={id} onChoose={onChoose} />}>
          <BranchFigures branchId={id} />
          <Parts branch={{ id, version }} />
        </Page>
      )}
    </Loading>
  )
}

function Parts({ branch }: { branch: Shown }): ReactNode {
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const open = tabs.filter(({ permission }) => may(permission))
  const shown = open.find(({ key }) => key === params.get('tab')) ?? open[0]
  if (!shown) return null
  return (
    <>
      <Tabs
        label="Parts of the branch"
        tabs={open.map(({ key, label }) => ({ value: key, label }))}
        value={shown.key}
        onChange={(tab) => setParams({ branchId: branch.id, tab }, { replace: true })}
      />
      <div className="below-tabs">
        <Fragment key={shown.key}>{shown.render(branch)}</Fragment>
      </div>
    </>
  )
}
