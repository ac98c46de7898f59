import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import type { Density } from './use-list-preferences.ts'

export interface ListViewChoicesProps {
  columns: readonly { key: string; label: string }[]
  hidden: readonly string[]
  onToggle: (key: string) => void
  density: Density
  onDensity: (density: Density) => void
  limit: number
  onLimit: (limit: number) => void
}

const limits = [25, 50, 100]

/** How dense, how many rows, which columns. */
export function ListViewChoices({ columns, hidden, onToggle, density, onDensity, limit, onLimit }: ListViewChoicesProps) {
  return (
    <Stack gap={3}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={density}
        onChange={(_event, next: Density | null) => next && onDensity(next)}
        aria-label="Density"
      >
        <ToggleButton value="comfortable">Comfortable</ToggleButton>
        <ToggleButton value="compact">Compact</ToggleButton>
      </ToggleButtonGroup>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={limit}
        onChange={(_event, next: number | null) => next && onLimit(next)}
        aria-label="Rows on a page"
      >
        {limits.map((each) => (
          <ToggleButton key={each} value={each}>
            {each} rows
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Stack gap={0} role="group" aria-label="Columns">
        <Text size={13} weight={500}>
          Columns
        </Text>
        {columns.map(({ key, label }, index) => (
          <FormControlLabel
            key={key}
            label={label}
            control={<Checkbox size="small" checked={!hidden.includes(key)} disabled={index === 0} onChange={() => onToggle(key)} />}
          />
        ))}
      </Stack>
    </Stack>
  )
}
