import { useEffect } from 'react'
import { useLive } from '#api/live.ts'
import { look } from '#api/looking.ts'
import { useMe } from '#kit/access/access.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Tip } from '#kit/layout/tip.tsx'
import { initialsOf } from '#kit/words.ts'
import './lookers.css'

const shown = 4

/** Who else looks at an order or a board, for as long as they do, and that this person does. */
export function Lookers({ place }: { place: string }) {
  const { id: own } = useMe()
  const { lookers } = useLive()
  useEffect(() => {
    look(place)
    return () => look(null)
  }, [place])
  const isHere = lookers?.place === place
  const others = isHere ? lookers.people.filter(({ id }) => id !== own).slice(0, shown) : []
  const more = isHere ? lookers.total - 1 - others.length : 0
  return (
    <div role="status" aria-label="Also looking">
      {others.length > 0 && (
        <Row gap={1} isOneLine>
          {others.map(({ id, name }) => (
            <Tip key={id} text={`${name} is looking at this too`}>
              <span role="img" aria-label={`${name} is looking at this too`} className="looker">
                {initialsOf(name)}
              </span>
            </Tip>
          ))}
          {more > 0 && (
            <Text size={12} tone="muted">
              and {more} more
            </Text>
          )}
        </Row>
      )}
    </div>
  )
}
