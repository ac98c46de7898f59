import { type ImportEndpoints, importFieldsOf } from '@larder/contract'
import LinearProgress from '@mui/material/LinearProgress'
import { Alert } from '../../feedback/alert.tsx'
import { useFormat } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Stack } from '../../layout/flow.tsx'
import { useNotifyStarted } from '../../notify.ts'
import type { QueryText } from '../../row.ts'
import type { AnyResource } from '../define.ts'
import { FileChooser } from './file-chooser.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogProps {
  resource: AnyResource
  endpoints: ImportEndpoints
  /** What the page around says of every row. */
  fixed: QueryText
  onClose: () => void
}

/** A file is chosen, looked at row by row, and then imported as it was looked at. */
export function ImportDialog({ resource, endpoints, fixed, onClose }: ImportDialogProps) {
  const all = importFieldsOf({ ...resource.contract })
  const said = Object.fromEntries(Object.entries(fixed).filter(([key]) => all.fields.some((field) => field.key === key)))
  const { state, isBeginning, choose, begin } = useImport(endpoints, new URLSearchParams(said as Record<string, string>).toString())
  const { file, share, check, error, isAnew } = state
  const notifyStarted = useNotifyStarted()
  const { number } = useFormat()
  const many = resource.label[1].toLowerCase()
  const rows = check ? check.counts.create + check.counts.change : 0
  const run = async () => {
    const task = await begin()
    if (!task) return
    notifyStarted(task)
    onClose()
  }
  return (
    <Dialog
      title={`Import ${many}`}
      open
      onClose={onClose}
      width={760}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {check && (
            <Button
              tone="primary"
              busy={isBeginning}
              because={rows === 0 ? 'No row of it adds or changes anything.' : null}
              onClick={() => void run()}
            >
              {rows === 1 ? 'Import 1 row' : `Import ${number(rows)} rows`}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <FileChooser name={file?.name ?? null} onChoose={(chosen) => void choose(chosen)} isBusy={share !== null} />
        {share !== null && (
          <LinearProgress variant={share < 1 ? 'determinate' : 'indeterminate'} value={share * 100} aria-label="Looking at the file" />
        )}
        {error && <Alert tone="error">{error.message}</Alert>}
        {isAnew && check && <Alert tone="warning">Something has changed since you looked. This is how it stands now.</Alert>}
        {check && <ImportOutcome check={check} entity={resource.entity} />}
        {!check && share === null && (
          <ImportColumns entity={resource.entity} {...all} fields={all.fields.filter(({ key }) => !(key in said))} />
        )}
      </Stack>
    </Dialog>
  )
}
