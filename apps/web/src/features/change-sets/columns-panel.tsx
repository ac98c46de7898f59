import { type ChangeFieldKey, type ChangeSet, changeField, changeSetContract, type Missing, missingLabels } from '@larder/contract'
import { useState } from 'react'
import { useWrite } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'
import { changeFieldOptions } from './change-words.tsx'
import '#kit/cells/table.css'

type Chosen = Readonly<Record<string, ChangeFieldKey | null>>

/** What each column of an uploaded file is of: recognised, remembered of the store's last file, or chosen here. */
export function ColumnsPanel({ set }: { set: ChangeSet }) {
  const { sheet, allowed, missing: kept } = set
  const may = useCan('change-set.edit')
  const [send, { isBusy, error }] = useWrite(changeSetContract.read)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [missing, setMissing] = useState<Missing>(kept)
  if (!sheet) return null
  const columns: Chosen = chosen ?? Object.fromEntries(sheet.columns.map(({ head, field }) => [head, field]))
  const because = allowed.find(({ action }) => action === 'read')?.because ?? null
  const isFixed = !may || because !== null
  return (
    <Style>
      <Stack gap={4}>
        <Text as="p" size={13} tone="muted">
          {format().number(sheet.rows)} rows.{!isFixed && ' Nothing is written before you have seen what would be.'}
        </Text>
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th>Column</th>
                <th>Is</th>
                <th>Begins with</th>
              </tr>
            </thead>
            <tbody>
              {sheet.columns.map(({ head, remembered, sample }, at) => (
                <tr key={head}>
                  <td>{head}</td>
                  <td>
                    {isFixed ? (
                      (columns[head] && changeField(columns[head]).label) || 'Not read'
                    ) : (
                      <SelectInput
                        {...unbound}
                        id={`column-${at}`}
                        name={`column-${at}`}
                        label={`What ${head} is`}
                        none="Not read"
                        options={changeFieldOptions}
                        value={columns[head] ?? ''}
                        onChange={(field) => setChosen({ ...columns, [head]: (field || null) as ChangeFieldKey | null })}
                      />
                    )}
                    {remembered && !chosen && (
                      <Text size={12} tone="muted">
                        {' '}
                        as last time
                      </Text>
                    )}
                  </td>
                  <td>
                    <Text size={13} tone="muted">
                      {sample.filter(Boolean).join(', ')}
                    </Text>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {!isFixed && (
          <>
            <FieldFrame label="Items that the file lacks" help={undefined} error={undefined}>
              <RadioList
                name={`missing-${set.id}`}
                label="Items that the file lacks"
                choices={Object.entries(missingLabels).map(([value, label]) => ({ value, label }))}
                value={missing}
                onChange={(value) => setMissing(value as Missing)}
              />
            </FieldFrame>
            {error && <Alert tone="error">{error.message}</Alert>}
            <Row>
              <Button
                tone="primary"
                busy={isBusy}
                onClick={() => void send({ params: { id: set.id }, body: { version: set.version, columns, missing } })}
              >
                {set.status === 'draft' ? 'Read the rows' : 'Read the rows again'}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Style>
  )
}
