import { boardStages, type OrderBoard, orderContract, type Vertical, verticals } from '@larder/contract'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { usePressKeys } from '#kit/actions/action-bar.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterBar } from '#kit/filters/filter-bar.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { useFreshRows } from '#kit/resource/list/use-fresh-rows.ts'
import { useListKeys } from '#kit/resource/list/use-list-keys.ts'
import type { Prepare } from '#kit/visit.ts'
import { BoardColumn } from './board-column.tsx'
import { inStages } from './in-stages.ts'
import { listPathOf, usePathVertical, verticalOfPath } from './order-path.ts'
import { useStageSounds } from './use-stage-sounds.ts'
import './board.css'

const filters = [branchFilter, storeFilter]
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
  const styleOf = useOrderStatusStyles()
  const cards = useMemo(() => board.columns.flatMap((stage) => stage.cards), [board])
  const fresh = useFreshRows(cards, 'board')
  const current = useBoardKeys(cards)
  useStageSounds(board)
  return (
    <>
      <div className="board-tabs">
        <Tabs
          label="Stages"
          value={shown}
          onChange={onShow}
          tabs={board.columns.map(({ key, total }) => ({ value: key, label: `${styleOf(boardStages[key]).label} ${total}` }))}
        />
      </div>
      <div className="board">
        {board.columns.map((stage) => (
          <BoardColumn
            key={stage.key}
            stage={stage}
            style={styleOf(boardStages[stage.key])}
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

/** The keys move over the cards, open one, do its likely act and reject it. Answers the card they stand on. */
function useBoardKeys(cards: readonly { id: string }[]): string | null {
  const navigate = useNavigate()
  const places = usePlaces()
  const open = (id: string) => {
    const path = places.recordPath('order', id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: cards, open, toggle: () => {} })
  usePressKeys(() => (current === null ? null : document.querySelector(`[data-row="${current}"]`)))
  return current
}
