import { importEndpointsOf } from '@larder/contract'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../access/access.tsx'
import { IconButton } from '../../layout/button.tsx'
import { soon } from '../../lazily.tsx'
import type { QueryText } from '../../row.ts'
import type { AnyResource } from '../define.ts'

const ImportDialog = soon(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

/** Opens the way from a file to a list's records, where the list can be imported and the person may; what the list is fixed to holds for every row. */
export function ImportButton({ resource, fixed }: { resource: AnyResource; fixed: QueryText }) {
  const [isOpen, setOpen] = useState(false)
  const endpoints = importEndpointsOf({ ...resource.contract })
  const may = useCan(endpoints?.import.shape.permission ?? 'signed-in')
  if (!endpoints || !may) return null
  return (
    <>
      <IconButton label={`Import ${resource.label[1].toLowerCase()}`} icon={IconUpload} onClick={() => setOpen(true)} />
      {isOpen && <ImportDialog resource={resource} endpoints={endpoints} fixed={fixed} onClose={() => setOpen(false)} />}
    </>
  )
}
