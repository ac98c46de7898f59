import { type AtRisk, durationText, type Instant, minutesBetween, msOf } from '@larder/contract'
import { Text } from '#kit/layout/text.tsx'
import { useSecond } from '#kit/use-now.ts'

const secondsFromMinutes = 10

/** How long there is until an order is rejected by itself or late, to the second near its end; then how long it has been late. */
export function Countdown({ threat, deadline }: Pick<AtRisk, 'threat' | 'deadline'>) {
  const { figure, words, isOver } = countdownWords({ threat, deadline }, useSecond())
  return (
    <div role="timer">
      <Text as="div" weight={600} tone={isOver ? 'bad' : 'warning'}>
        <span className="figure">{figure}</span>
      </Text>
      <Text as="div" size={12} tone="muted">
        {words}
      </Text>
    </div>
  )
}

/** `4:05`, `to auto-reject`; `25 min`, `until late`; `3 min`, `late`. */
export function countdownWords(
  { threat, deadline }: Pick<AtRisk, 'threat' | 'deadline'>,
  now: Instant,
): { figure: string; words: string; isOver: boolean } {
  const left = Math.ceil((msOf(deadline) - msOf(now)) / 1000)
  if (left <= 0) {
    const over = minutesBetween(deadline, now)
    return threat === 'rejected'
      ? { figure: '0:00', words: 'to auto-reject', isOver: true }
      : { figure: durationText(over), words: 'late', isOver: true }
  }
  const isNear = left < secondsFromMinutes * 60
  const figure = isNear ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : durationText(Math.floor(left / 60))
  return { figure, words: threat === 'rejected' ? 'to auto-reject' : 'until late', isOver: false }
}
