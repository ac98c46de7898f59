import { type Task, taskContract } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { downloadTaskFile } from '#api/download.ts'
import { useNotify } from '#kit/notify.ts'

/** What can be done with a task of one's own, and telling what went wrong. */
export function useTaskActs() {
  const [cancel] = useWrite(taskContract.cancel)
  const [retry] = useWrite(taskContract.retry)
  const [markRead] = useWrite(taskContract.markRead)
  const notify = useNotify()
  const tell = (title: string, error: { message: string } | undefined) => {
    if (error) notify(`${title}: ${error.message}`, 'error')
  }
  const input = ({ id, version }: Task) => ({ params: { id }, body: { version } })
  return {
    cancel: async (task: Task) => tell(task.title, (await cancel(input(task))).error),
    retry: async (task: Task) => tell(task.title, (await retry(input(task))).error),
    markRead: async (task: Task) => tell(task.title, (await markRead(input(task))).error),
    download: async (task: Task) => {
      if (!task.file) return
      const error = await downloadTaskFile(task.id, task.file.name)
      if (error) return tell(task.title, error)
      if (!task.isRead) await markRead(input(task))
    },
  }
}
