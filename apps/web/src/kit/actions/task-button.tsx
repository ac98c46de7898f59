import type { Input, NamedEndpoint, StartedTask } from '@larder/contract'
import { useWrite } from '#api/client.ts'
import { useCan } from '../access/access.tsx'
import { Button } from '../layout/button.tsx'
import { useNotify, useNotifyStarted } from '../notify.ts'

interface TaskButtonProps {
  /** Takes nothing and answers the task that it began. */
  endpoint: NamedEndpoint
  label: string
  /** Said before the reason where nothing was begun: `Nothing was compared`. */
  failed: string
}

/** Begins a task, for those who may. */
export function TaskButton({ endpoint, label, failed }: TaskButtonProps) {
  const may = useCan(endpoint.shape.permission)
  const [write, { isBusy }] = useWrite(endpoint)
  const notify = useNotify()
  const notifyStarted = useNotifyStarted()
  if (!may) return null
  const begin = async () => {
    const { data, error } = await write({ body: {} } as unknown as Input<NamedEndpoint>)
    if (error) notify(`${failed}: ${error.message}`, 'error')
    else notifyStarted(data as StartedTask)
  }
  return (
    <Button busy={isBusy} onClick={() => void begin()}>
      {label}
    </Button>
  )
}
