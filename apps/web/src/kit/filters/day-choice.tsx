import { LocalDate } from '@larder/contract'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Popout } from '../layout/popout.tsx'
import { soon } from '../lazily.tsx'
import { useToday } from '../use-now.ts'

const Calendar = soon(() => import('../fields/inputs/calendar.tsx').then((module) => module.Calendar))

interface DayChoiceProps {
  /** '' is today, 'yesterday' the day before, anything else a day. */
  day: string
  zone: string
  onDay: (day: string) => void
}

/** Today, yesterday, or a day that has begun out of the calendar. */
export function DayChoice({ day, zone, onDay }: DayChoiceProps) {
  const format = useFormat()
  const today = useToday(zone)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const chosen = LocalDate.safeParse(day).success ? day : null
  return (
    <Row role="group" aria-label="Day" gap={1}>
      <Button size="small" pressed={day === ''} onClick={() => onDay('')}>
        Today
      </Button>
      <Button size="small" pressed={day === 'yesterday'} onClick={() => onDay('yesterday')}>
        Yesterday
      </Button>
      <Button size="small" icon={IconCalendar} ref={setButton} pressed={chosen !== null} onClick={() => setAnchor(button)}>
        {chosen ? format.day(chosen, 'ofWeek') : 'Another day'}
      </Button>
      {anchor && (
        <Popout label="Another day" anchor={anchor} onClose={() => setAnchor(null)} align="right" width={336}>
          <Calendar
            day={chosen}
            latest={today}
            dates={format.conventions.dates}
            onDay={(picked) => {
              onDay(picked === today ? '' : picked)
              setAnchor(null)
            }}
          />
        </Popout>
      )}
    </Row>
  )
}
