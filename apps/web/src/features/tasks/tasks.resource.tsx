import { type Task, taskContract, taskStatusLabels } from '@larder/contract'
import { action } from '#kit/actions/action.ts'
import { custom, instant, status, text } from '#kit/cells/columns.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { TaskFile } from './task-file.tsx'
import { taskLooks, taskWords } from './task-words.ts'

const progress = custom<Task>('done', 'Progress', taskWords, { width: 240, grows: true, text: taskWords })
const file = custom<Task>('file', 'File', (task) => <TaskFile task={task} />, { width: 160, text: (task) => task.file?.name ?? '' })

/** Work that takes longer than a request, one's own. */
export const tasks = defineResource(taskContract, {
  label: ['Task', 'Tasks'],
  title: (task) => task.title,
  columns: [
    text('title', { width: 200 }),
    status('status', taskLooks),
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
