import { orderContract, type Vertical, verticals } from '@larder/contract'
import { useNavigate } from 'react-router'
import { branchFilter, claimFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { useCan } from '#kit/access/access.tsx'
import { oneOf } from '#kit/filters/filters.tsx'
import { useKey } from '#kit/keys.ts'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import type { Prepare } from '#kit/visit.ts'
import { type BoardOf, boardInput } from './board-input.ts'
import { LiveBoard } from './live-board.tsx'
import { listPathOf, usePathVertical, verticalOfPath } from './order-path.ts'

const boardOf = (vertical: Vertical | undefined): BoardOf => ({
  fixed: vertical ? { vertical } : {},
  filters: [...(vertical ? [] : [oneOf('vertical', verticalOptions)]), branchFilter, storeFilter, claimFilter],
})

export const prepare: Prepare = ({ address, read }) => {
  read(orderContract.board, boardInput(boardOf(verticalOfPath(address.pathname)), address.searchParams))
  read(orderContract.statuses, {})
}

/** The live board of a vertical, or of all of them. */
export default function OrderBoardScreen() {
  const vertical = usePathVertical()
  const mayHandOver = useCan('hand-over.operate')
  const navigate = useNavigate()
  const list = vertical ? listPathOf(vertical) : '/order/view'
  useKey('board', () => navigate(list))
  return (
    <Page
      title={vertical ? `${verticals[vertical].kind} board` : 'Live board'}
      actions={
        <>
          {mayHandOver && <Button to="/order/hand-overs/new">Hand over shift</Button>}
          <Button to={vertical ? `/order/map?vertical=${vertical}` : '/order/map'}>Map</Button>
          <Button to={list} keys="board">
            All orders
          </Button>
        </>
      }
    >
      <LiveBoard {...boardOf(vertical)} />
    </Page>
  )
}
