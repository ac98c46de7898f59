import { type Task, taskContract } from '@larder/contract'
import { IconProgress } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Popout } from '#kit/layout/popout.tsx'
import { Text } from '#kit/layout/text.tsx'
import { taskWords } from './task-words.ts'
import { useTaskActs } from './use-task-acts.ts'
import './tasks.css'

const isOpen = ({ status }: Task) => status === 'queued' || status === 'running'

/** Tasks that run, and those that ended and were not looked at yet; nothing while there are none. */
export function TaskTray() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data } = useRead(taskContract.list, { query: { isRead: false, sort: '-createdAt', limit: 20 } })
  const tasks = data?.rows ?? []
  const running = tasks.filter(isOpen).length
  const ended = tasks.length - running
  if (tasks.length === 0 && !anchor) return null
  return (
    <>
      <span className="counted">
        <IconButton
          label={`Tasks: ${running} running, ${ended} ended`}
          icon={IconProgress}
          expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        />
        <b aria-hidden>{tasks.length}</b>
      </span>
      {anchor && (
        <Popout label="Tasks" anchor={anchor} onClose={() => setAnchor(null)} align="right" width={380} maxHeight="70vh">
          <Stack gap={4}>
            {tasks.length === 0 && <Text tone="muted">Nothing runs.</Text>}
            {tasks.map((task) => (
              <TaskLine key={task.id} task={task} />
            ))}
            <AllTasks onGo={() => setAnchor(null)} />
          </Stack>
        </Popout>
      )}
    </>
  )
}

function AllTasks({ onGo }: { onGo: () => void }) {
  const path = usePlaces().listPath('task')
  return path ? (
    <Button size="small" to={path} onClick={onGo}>
      All my tasks
    </Button>
  ) : null
}

function TaskLine({ task }: { task: Task }) {
  const { cancel, retry, markRead, download } = useTaskActs()
  const { title, status, total, done, file } = task
  return (
    <Stack as="section" gap={1} aria-label={title}>
      <Text weight={600}>{title}</Text>
      {isOpen(task) && <progress className="task-progress" aria-label={title} {...(total === null ? {} : { value: done, max: total })} />}
      <Text size={13} tone={status === 'failed' ? 'bad' : 'muted'}>
        {taskWords(task)}
      </Text>
      <Row>
        {isOpen(task) && (
          <Button size="small" onClick={() => void cancel(task)}>
            Cancel
          </Button>
        )}
        {file && (
          <Button size="small" tone="primary" onClick={() => void download(task)}>
            Download
          </Button>
        )}
        {status === 'failed' && (
          <Button size="small" onClick={() => void retry(task)}>
            Retry
          </Button>
        )}
        {!isOpen(task) && (
          <Button size="small" onClick={() => void markRead(task)}>
            Dismiss
          </Button>
        )}
      </Row>
    </Stack>
  )
}
