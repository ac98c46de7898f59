import { type Task, taskContract, taskStatusLabels } from '@larder/contract'
import { action } from '#kit/actions/action.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Button } from '#kit/layout/button.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { taskWords } from './task-words.ts'
import { useTaskActs } from './use-task-acts.ts'

/** The file that came of a task, as long as it is kept. */
function TaskFile({ task }: { task: Task }) {
  const { download } = useTaskActs()
  if (!task.file) return '–'
  return (
    <Button size="small" name={`Download ${task.file.name}`} onClick={() => void download(task)}>
      Download
    </Button>
  )
}

const statuses = styleStatuses(taskStatusLabels, { running: 'info', done: 'good', failed: 'bad' })
const progress = custom<Task>('done', 'Progress', taskWords, { width: 240, grows: true, text: taskWords })
const file = custom<Task>('file', 'File', (task) => <TaskFile task={task} />, { width: 160, text: (task) => task.file?.name ?? '' })

/** Work that takes longer than a request, one's own. */
export const tasks = defineResource(taskContract, {
  label: ['Task', 'Tasks'],
  title: (task) => task.title,
  columns: [
    text('title', { width: 200 }),
    status('status', statuses),
    progress,
    file,
    instant('createdAt', { label: 'Begun', sort: 'createdAt' }),
    instant('finishedAt', { label: 'Ended' }),
  ],
  sort: '-createdAt',
  filters: [search('Title'), oneOf('status', optionsOf(taskStatusLabels))],
  actions: [action(taskContract.cancel, { label: 'Cancel' }), action(taskContract.retry, { label: 'Retry' })],
  emptyText: 'Exports and acts over many rows, from when you begin them until their files expire.',
})
