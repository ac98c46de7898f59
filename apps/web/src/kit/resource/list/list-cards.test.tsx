import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { status, text } from '../../cells/columns.tsx'
import { styleStatuses } from '../../cells/status-style.tsx'
import { ListCards } from './list-cards.tsx'

const kinds = styleStatuses({ late: 'Late', praise: 'Praise' }, {})
const severities = styleStatuses({ low: 'Low', high: 'High' }, { high: 'bad' })

test('a card whose heading is a state tells it once, and the next state beside it', () => {
  renderAt(
    '/',
    <ListCards
      label="Incidents"
      columns={[status('kind', kinds), status('severity', severities), text('note')]}
      rows={[{ id: 'i1', version: 1, kind: 'late' as const, severity: 'high' as const, note: 'An hour' }]}
      link={(_, cell) => cell}
      titleOf={({ note }) => note}
      fresh={new Map()}
      selection={null}
      acts={null}
      density="comfortable"
      card={undefined}
    />,
  )
  const card = within(screen.getByRole('listitem'))
  expect(card.getAllByText('Late')).toHaveLength(1)
  expect(card.getByText('High').closest('.card-top')).not.toBeNull()
  expect(card.getByRole('definition').textContent).toBe('An hour')
})
