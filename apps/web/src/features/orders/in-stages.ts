import { boardStages, type OrderBoard } from '@larder/contract'

/** The board with every card in the column of its status, oldest first: one that was just accepted is shown so before the server says it. */
export function inStages(board: OrderBoard): OrderBoard {
  const moved = board.columns.flatMap(({ key, cards }) => cards.filter(({ status }) => status !== boardStages[key]))
  if (moved.length === 0) return board
  const columns = board.columns.map(({ key, total, cards }) => {
    const staying = cards.filter(({ status }) => status === boardStages[key])
    const coming = moved.filter(({ status }) => status === boardStages[key])
    const all = [...staying, ...coming].sort((a, b) => (a.id < b.id ? -1 : 1))
    return { key, total: total - (cards.length - staying.length) + coming.length, cards: all }
  })
  return { ...board, columns }
}
