import { type Customer, taskContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { downloadTaskFile } from '#api/download.ts'
import { When } from '#kit/cells/when.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'

/** Who asked last for all that is held of a customer, and the file for whoever it is of: it is theirs alone. */
export function DataExport({ customer: { dataExport } }: { customer: Pick<Customer, 'dataExport'> }) {
  const notify = useNotify()
  const mine = useRead(taskContract.list, { query: { sort: '-createdAt', limit: 50 } }).data?.rows
  if (!dataExport) return null
  const task = mine?.find(({ id }) => id === dataExport.taskId)
  const file = task?.file
  const download = async () => {
    const error = file && (await downloadTaskFile(dataExport.taskId, file.name))
    if (error) notify(`Nothing was downloaded: ${error.message}`, 'error')
  }
  return (
    <Stack gap={2}>
      <Text as="p" size={13} tone="muted">
        {dataExport.by}, <When at={dataExport.at} />
      </Text>
      {task && !file && (
        <Text as="p">{task.finishedAt ? (task.reason ?? 'It is kept no longer: export anew.') : 'It is being written.'}</Text>
      )}
      {file && (
        <Button size="small" onClick={() => void download()}>
          Download
        </Button>
      )}
    </Stack>
  )
}
