import { boardStages, branchContract, type OrderBoard, orderContract, storeContract, type Vertical, verticals } from '@larder/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useOrderStatusLooks } from '#kit/cells/order-status.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterBar } from '#kit/filters/filter-bar.tsx'
import { referenceFilter } from '#kit/filters/filters.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { useFreshRows } from '#kit/resource/use-fresh-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { BoardColumn } from './board-column.tsx'
import { inStages } from './in-stages.ts'
import { listPathOf, usePathVertical, verticalOfPath } from './order-path.ts'
import { useBoardKeys } from './use-board-keys.ts'
import './board.css'

const filters = [
  referenceFilter('branchId', { label: 'Branch', from: branchContract, title: (branch) => branch.name }),
  referenceFilter('storeId', { label: 'Store', from: storeContract, title: (store) => store.name }),
]
const filterKeys: readonly string[] = filters.flatMap(({ keys }) => [...keys])

const filterOf = (params: URLSearchParams) =>
  Object.fromEntries([...params].filter(([key, value]) => filterKeys.includes(key) && value !== ''))
const boardInput = (vertical: Vertical | undefined, params: URLSearchParams) => ({
  query: { ...(vertical && { vertical }), ...filterOf(params) },
})

export const prepare: Prepare = ({ address, read }) => {
  read(orderContract.board, boardInput(verticalOfPath(address.pathname), address.searchParams))
  read(orderContract.statuses, {})
}

/** The live board of a vertical: every order under way by stage, acted on where it stands. */
export default function OrderBoardScreen() {
  const vertical = usePathVertical()
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const read = useRead(orderContract.board, boardInput(vertical, params))
  const put = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key)
        return next
      },
      { replace: true },
    )
  return (
    <Page
      title={vertical ? `${verticals[vertical].kind} board` : 'Live board'}
      actions={vertical && <Button to={listPathOf(vertical)}>All orders</Button>}
    >
      <div className="board-filters">
        <FilterBar filters={filters} query={filter} onChange={put} />
      </div>
      <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
        {(board) => (
          <Stages
            key={JSON.stringify([vertical, filter])}
            board={inStages(board)}
            shown={params.get('stage') ?? 'pending'}
            onShow={(stage) => put({ stage })}
          />
        )}
      </Loading>
    </Page>
  )
}

function Stages({ board, shown, onShow }: { board: OrderBoard; shown: string; onShow: (stage: string) => void }) {
  const lookOf = useOrderStatusLooks()
  const cards = useMemo(() => board.columns.flatMap((stage) => stage.cards), [board])
  const fresh = useFreshRows(cards, 'board')
  const current = useBoardKeys(cards)
  return (
    <>
      <div className="board-tabs">
        <Tabs
          label="Stages"
          value={shown}
          onChange={onShow}
          tabs={board.columns.map(({ key, total }) => ({ value: key, label: `${lookOf(boardStages[key]).label} ${total}` }))}
        />
      </div>
      <div className="board">
        {board.columns.map((stage) => (
          <BoardColumn
            key={stage.key}
            stage={stage}
            look={lookOf(boardStages[stage.key])}
            limits={board}
            current={current}
            fresh={fresh}
            isShownOnPhone={stage.key === shown}
          />
        ))}
      </div>
    </>
  )
}
