import type { Task } from '@larder/contract'
import { Button } from '#kit/layout/button.tsx'
import { useTaskActs } from './use-task-acts.ts'

/** The file that came of a task, as long as it is kept. */
export function TaskFile({ task }: { task: Task }) {
  const { download } = useTaskActs()
  if (!task.file) return '–'
  return (
    <Button size="small" name={`Download ${task.file.name}`} onClick={() => void download(task)}>
      Download
    </Button>
  )
}
