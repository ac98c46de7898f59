import { type ImportFields, idHead } from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { keep } from '#api/download.ts'
import { Button } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import '../../cells/table.css'

/** Which columns a file may have, and a file that has them. */
export function ImportColumns({ entity, fields, unsaid }: ImportFields & { entity: string }) {
  const canAdd = unsaid.length === 0 && fields.some(({ isRequired }) => isRequired)
  const heads = canAdd ? fields.map(({ head }) => head) : [...fields.map(({ head }) => head), idHead]
  const download = () => keep(new Blob([`\ufeff${heads.join(',')}\r\n`], { type: 'text/csv' }), `${entity}-template.csv`)
  return (
    <Stack>
      <Text as="p" tone="muted" size={13}>
        {canAdd
          ? 'What is there already is found by its name or code, or by the column ID of an export, and changed; the rest is added. Nothing is written before you have seen what would be.'
          : 'Begin with an export: what is there is found by its column ID and changed. New ones are added on the screen. Nothing is written before you have seen what would be.'}
      </Text>
      <div className="table-frame">
        <table className="table import-columns">
          <thead>
            <tr>
              <th>Column</th>
              <th>What stands in it</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, head, takes, isRequired }) => (
              <tr key={key}>
                <td>{head}</td>
                <td>
                  {takes}
                  {canAdd && !isRequired && <Text tone="muted"> (may be empty)</Text>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Row>
        <Button size="small" icon={IconDownload} onClick={download}>
          Download a template
        </Button>
      </Row>
    </Stack>
  )
}
