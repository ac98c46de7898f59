import { useLive } from '#api/live.ts'
import { StatusChip, type StatusStyle } from '#kit/cells/status-style.tsx'
import { Tip } from '#kit/layout/tip.tsx'

const styles: Record<ReturnType<typeof useLive>['status'], StatusStyle> = {
  connected: { label: 'Live', tone: 'good' },
  connecting: { label: 'Connecting', tone: 'warning' },
  disconnected: { label: 'Offline', tone: 'bad' },
}

/** Whether changes arrive by themselves, and how many changes the last reconnection brought in after the fact. */
export function ConnectionChip({ isShort }: { isShort: boolean }) {
  const { status, recovered } = useLive()
  const style = styles[status]
  const changes = `${recovered} ${recovered === 1 ? 'change' : 'changes'}`
  const words =
    status === 'connected'
      ? recovered > 0
        ? `Connected again: ${changes} caught up on, nothing missed`
        : 'What you see is up to date'
      : 'Changes by others arrive when the connection is back; what you save is still sent'
  const label = status === 'connected' && recovered > 0 && !isShort ? `Live · caught up on ${changes}` : style.label
  return (
    <Tip text={words}>
      <span role="status" aria-label={`${label}. ${words}`} data-connection={status}>
        <StatusChip style={{ ...style, label }} />
      </span>
    </Tip>
  )
}
