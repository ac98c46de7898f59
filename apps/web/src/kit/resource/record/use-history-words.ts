import { use, useEffect, useState } from 'react'
import { useMe } from '../../access/access.tsx'
import type { HistoryOf } from '../../visit.ts'
import { HistoriesContext } from '../define.ts'
import type { HistoryWords } from './history-words.ts'

const plain: HistoryOf = () => ({ fields: [] })
const fetched = new Map<string, HistoryOf>()

/** How the history of a record speaks; in the words of every record until its own are there, and where it has none. */
export function useHistoryWords(entity: string, id: string): HistoryWords {
  const load = use(HistoriesContext)
  const { currency } = useMe()
  const [known, setKnown] = useState(() => ({ entity, of: fetched.get(entity) ?? plain }))
  useEffect(() => {
    let isWanted = true
    const told = fetched.get(entity)
    const words = told ? Promise.resolve(told) : load(entity)
    words.then(
      (found) => {
        const of = found ?? plain
        fetched.set(entity, of)
        if (isWanted) setKnown((before) => (before.entity === entity && before.of === of ? before : { entity, of }))
      },
      // What could not be fetched is told in plain words, and tried again with the next record.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [load, entity])
  return (known.entity === entity ? known.of : plain)(id, currency)
}
