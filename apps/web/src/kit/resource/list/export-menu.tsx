import { type ExportFormat, exportFormatLabels, type Input, keysOf, type NamedEndpoint, type StartedTask } from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { useWrite } from '#api/client.ts'
import { useCan } from '../../access/access.tsx'
import { Menu } from '../../layout/menu.tsx'
import { useNotify, useNotifyStarted } from '../../notify.ts'
import type { BaseRow, QueryText } from '../../row.ts'
import type { Resource } from '../define.ts'

interface ExportMenuProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  /** What the list on screen is asked for: filters, search, sort. */
  asked: QueryText
}

/** Writes all rows that match to a file, where the list can be exported and the person may. */
export function ExportMenu<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(props: ExportMenuProps<Row, One, Draft, K>) {
  const { export: endpoint } = props.resource.contract
  const may = useCan(endpoint?.shape.permission ?? 'signed-in')
  return endpoint && may ? <Formats endpoint={endpoint} asked={props.asked} many={props.resource.label[1]} /> : null
}

function Formats({ endpoint, asked, many }: { endpoint: NamedEndpoint; asked: QueryText; many: string }) {
  const [write] = useWrite(endpoint)
  const notify = useNotify()
  const notifyStarted = useNotifyStarted()
  const begin = async (format: ExportFormat) => {
    const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value))
    const { data, error } = await write({ body: { format, query } } as unknown as Input<NamedEndpoint>)
    if (error) notify(`${many} were not exported: ${error.message}`, 'error')
    else notifyStarted(data as StartedTask)
  }
  const entries = keysOf(exportFormatLabels).map((format) => ({
    key: format,
    label: `Export as ${exportFormatLabels[format]}`,
    hint: 'All rows that match',
    onSelect: () => void begin(format),
  }))
  return <Menu label={`Export ${many.toLowerCase()}`} icon={IconDownload} entries={entries} />
}
