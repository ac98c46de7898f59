import { type ImportCheck, type ImportRow, importOutcomeLabels, type ImportOutcome as Outcome } from '@larder/contract'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { keep } from '#api/download.ts'
import { useFormat } from '../../format.ts'
import { Button } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Tabs } from '../../layout/tabs.tsx'
import { Text } from '../../layout/text.tsx'
import '../../cells/table.css'
import './import.css'

/** What is most worth a look comes first. */
const order: readonly Outcome[] = ['refused', 'change', 'create']

/** What a file would do: how many rows of each outcome, and the rows one by one. */
export function ImportOutcome({ check, entity }: { check: ImportCheck; entity: string }) {
  const { counts, rows, ignored, refusedRows } = check
  const { number } = useFormat()
  const there = order.filter((outcome) => counts[outcome] > 0)
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const shown = chosen && there.includes(chosen) ? chosen : there[0]
  const listed = rows.filter(({ outcome }) => outcome === shown)
  const more = shown ? counts[shown] - listed.length : 0
  return (
    <Stack>
      <Text as="p" weight={600}>
        {`${number(counts.create)} to add, ${number(counts.change)} to change, ${number(counts.unchanged)} unchanged, ${number(counts.refused)} refused`}
      </Text>
      {ignored.length > 0 && (
        <Text as="p" size={13} tone="muted">
          Not imported, since nobody sets them: {ignored.join(', ')}.
        </Text>
      )}
      {shown && (
        <>
          <Row justify="space-between">
            <Tabs
              label="Rows"
              tabs={there.map((value) => ({ value, label: `${importOutcomeLabels[value]} (${number(counts[value])})` }))}
              value={shown}
              onChange={(value) => setChosen(value as Outcome)}
            />
            {refusedRows !== null && (
              <Button
                size="small"
                icon={IconDownload}
                onClick={() => keep(new Blob([refusedRows], { type: 'text/csv' }), `${entity}-refused.csv`)}
              >
                Download refused rows
              </Button>
            )}
          </Row>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className="table-frame import-rows" aria-label={`${importOutcomeLabels[shown]} rows`} tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th className="right">Row</th>
                  <th>Name</th>
                  <th>{shown === 'refused' ? 'Why' : 'What'}</th>
                </tr>
              </thead>
              <tbody>
                {listed.map((row) => (
                  <tr key={row.row}>
                    <td className="right">{number(row.row)}</td>
                    <td>{row.title}</td>
                    <td>{linesOf(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {more > 0 && (
            <Text as="p" size={13} tone="muted">
              And {number(more)} more like these.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

function linesOf({ outcome, changes, problems }: ImportRow): ReactNode {
  if (outcome === 'create') return changes.map((change) => `${change.column} ${change.new}`).join(', ')
  if (outcome === 'refused')
    return problems.map(({ column, why }) => (
      <div key={`${column} ${why}`}>
        {column !== null && <Text weight={600}>{column} </Text>}
        {why}
      </div>
    ))
  return changes.map((change) => (
    <div key={change.column}>
      <Text weight={600}>{change.column} </Text>
      <del>{change.old ?? 'none'}</del> → <ins>{change.new ?? 'none'}</ins>
    </div>
  ))
}
