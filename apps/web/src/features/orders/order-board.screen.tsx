import { orderContract, type Vertical, verticals } from '@larder/contract'
import { branchFilter, claimFilter, storeFilter } from '#entities/references.ts'
import { useCan } from '#kit/access/access.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Page } from '#kit/layout/page.tsx'
import type { Prepare } from '#kit/visit.ts'
import { type BoardOf, boardInput } from './board-input.ts'
import { LiveBoard } from './live-board.tsx'
import { listPathOf, usePathVertical, verticalOfPath } from './order-path.ts'

const boardOf = (vertical: Vertical | undefined): BoardOf => ({
  fixed: vertical ? { vertical } : {},
  filters: [branchFilter, storeFilter, claimFilter],
})

export const prepare: Prepare = ({ address, read }) => {
  read(orderContract.board, boardInput(boardOf(verticalOfPath(address.pathname)), address.searchParams))
  read(orderContract.statuses, {})
}

/** The live board of a vertical. */
export default function OrderBoardScreen() {
  const vertical = usePathVertical()
  const mayHandOver = useCan('hand-over.operate')
  return (
    <Page
      title={vertical ? `${verticals[vertical].kind} board` : 'Live board'}
      actions={
        <>
          {mayHandOver && <Button to="/order/hand-overs/new">Hand over shift</Button>}
          <Button to={vertical ? `/order/map?vertical=${vertical}` : '/order/map'}>Map</Button>
          {vertical && <Button to={listPathOf(vertical)}>All orders</Button>}
        </>
      }
    >
      <LiveBoard {...boardOf(vertical)} />
    </Page>
  )
}
