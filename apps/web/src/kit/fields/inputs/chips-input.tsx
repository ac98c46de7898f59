import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { Row } from '../../layout/flow.tsx'
import type { FieldInputProps } from '../field.ts'
import { NumberInput } from './number-input.tsx'

interface ChipsInputProps extends FieldInputProps {
  choices: readonly number[]
  unit: string | undefined
  /** Others than the choices may be typed. */
  isOpen: boolean
}

/** Likely numbers as chips, with a box for any other. */
export function ChipsInput({ choices, unit, isOpen, ...props }: ChipsInputProps) {
  return (
    <Row role="group" aria-label={props.label}>
      {choices.map((choice) => (
        <Chip
          key={choice}
          label={unit ? `${choice} ${unit}` : choice}
          clickable
          color={props.value === choice ? 'primary' : 'default'}
          variant={props.value === choice ? 'filled' : 'outlined'}
          aria-pressed={props.value === choice}
          onClick={() => props.onChange(choice)}
        />
      ))}
      {isOpen && (
        <Box sx={{ width: 120 }}>
          <NumberInput {...props} unit={unit} isFraction={false} />
        </Box>
      )}
    </Row>
  )
}
