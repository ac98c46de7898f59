import { boardStages, type OrderBoard, orderContract } from '@larder/contract'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '#api/client.ts'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { usePlaces } from '#kit/access/places.tsx'
import { usePressKeys } from '#kit/actions/action-bar.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { FilterBar } from '#kit/filters/filter-bar.tsx'
import { Room } from '#kit/layout/room.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { lazily, soon } from '#kit/lazily.tsx'
import { useFreshRows } from '#kit/resource/list/use-fresh-rows.ts'
import { useListKeys } from '#kit/resource/list/use-list-keys.ts'
import { BoardColumn } from './board-column.tsx'
import { type BoardOf, boardFilter, boardInput } from './board-input.ts'
import { inStages } from './in-stages.ts'
import { useStageSounds } from './use-stage-sounds.ts'
import './board.css'
import { useAddress } from '#kit/use-address.ts'

const Lookers = soon(() => import('./lookers.tsx').then((module) => module.Lookers))
const LoadStrip = lazily(() => import('./load-strip.tsx').then((module) => module.LoadStrip), <SkeletonCard lines={1} />)
/** Pixels of its one line for all stores. */
const loadHeight = [74, 118] as const

/** Orders under way by stage, acted on where they stand; filters and the stage that a phone shows are in the address. */
export function LiveBoard(board: BoardOf) {
  const [params, setAddress] = useAddress()
  const filter = boardFilter(board, params)
  const read = useRead(orderContract.board, boardInput(board, params))
  const put = (changes: Record<string, string | undefined>) => setAddress(changes, { replace: true })
  return (
    <>
      <div className="board-filters">
        <FilterBar filters={board.filters} query={filter} onChange={put}>
          <Lookers place={`board:${new URLSearchParams({ ...filter, ...board.fixed })}`} />
        </FilterBar>
      </div>
      <Room name="board" first={loadHeight}>
        <LoadStrip {...boardInput(board, params)} />
      </Room>
      <Loading read={read} skeleton={<SkeletonCard lines={10} />}>
        {(shown) => (
          <Stages
            key={JSON.stringify([board.fixed, filter])}
            board={inStages(shown)}
            shown={params.get('stage') ?? 'pending'}
            onShow={(stage) => put({ stage })}
          />
        )}
      </Loading>
    </>
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
            warnMinutes={board.warnMinutes}
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
