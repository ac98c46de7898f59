import { type StoreDocument, storeDocumentContract, storeDocumentKindLabels } from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { askForFile, keep } from '#api/download.ts'
import { Button } from '#kit/layout/button.tsx'
import { useNotify } from '#kit/notify.ts'

/** Has the browser keep a document's file. */
export function DocumentFile({ document }: { document: StoreDocument }) {
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const name = `${document.store.name} ${storeDocumentKindLabels[document.kind]}`
  const download = async () => {
    setBusy(true)
    const file = await askForFile(storeDocumentContract.file, { params: { id: document.id } })
    setBusy(false)
    if (file.isSuccess) keep(file.body, `${name}.${file.body.type === 'application/pdf' ? 'pdf' : 'webp'}`)
    else notify(`${name} was not downloaded: ${file.error.message}`, 'error')
  }
  return (
    <Button size="small" icon={IconDownload} busy={isBusy} name={`Download ${name}`} onClick={() => void download()}>
      Download
    </Button>
  )
}
