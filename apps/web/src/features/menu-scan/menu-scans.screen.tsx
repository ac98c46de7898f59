import { menuScanContract } from '@larder/contract'
import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { sendTo } from '#api/pictures.ts'
import { useOwnStore } from '#entities/own-store.ts'
import { storeFilter } from '#entities/references.ts'
import { useCan } from '#kit/access/access.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { FileButton } from './file-button.tsx'
import { menuScans } from './menu-scans.resource.tsx'

export const prepare: Prepare = prepareRows(menuScans)

/** Scans of menus, and a new one of photos or a PDF. */
export default function MenuScansScreen() {
  const may = useCan('change-set.create')
  return (
    <ListScreen resource={menuScans} title="Scan a menu">
      {may && <NewScan />}
    </ListScreen>
  )
}

function NewScan() {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const notify = useNotify()
  const only = useOwnStore()
  const storeId = chosen ?? params.get('storeId') ?? only ?? ''
  const send = async ([first, ...more]: File[]) => {
    if (!first) return
    setBusy(true)
    const answer = await sendTo(menuScanContract.create, first, { params: { id: storeId as never } })
    if (!answer.isSuccess) {
      setBusy(false)
      return notify(answer.error.message, 'error')
    }
    for (const file of more) {
      const added = await sendTo(menuScanContract.addPage, file, { params: { id: answer.body.id } })
      if (!added.isSuccess) notify(`${file.name}: ${added.error.message}`, 'error')
    }
    navigate(`/store/scanMenu/${answer.body.id}`)
  }
  return (
    <Card title="Scan a menu">
      <Stack>
        <Text as="p" tone="muted" size={13}>
          Pictures or a PDF of a menu, of one page or several. It is read on this machine; you look at what was read before anything comes
          of it.
        </Text>
        <Row>
          {!only && (
            <FilterChoice
              filter={storeFilter}
              none="Choose a store"
              query={{ storeId }}
              onChange={({ storeId: id }) => setChosen(id ?? '')}
            />
          )}
          <FileButton
            label="Choose pictures or a PDF"
            icon={IconCamera}
            tone="primary"
            isBusy={isBusy}
            because={storeId === '' ? 'Choose the store first.' : null}
            onChoose={(files) => void send(files)}
          />
        </Row>
      </Stack>
    </Card>
  )
}
