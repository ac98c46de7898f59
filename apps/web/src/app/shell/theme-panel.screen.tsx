import { borderRadiusRange, colourModeLabels, fontLabels } from '@larder/contract'
import Drawer from '@mui/material/Drawer'
import Slider from '@mui/material/Slider'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useDispatch } from 'react-redux'
import { optionsOf } from '#kit/fields/options.ts'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { Style } from '#kit/theme/style.tsx'
import { borderRadiusSet, defaultCustomization, fontFamilySet, openedSet } from '#state/customization.ts'
import { defaultPreference, modeSet } from '#state/preference.ts'
import { useAppState } from '../store.ts'

/** How this person wants it to look: the `customization` slice, and light or dark. */
export default function ThemePanel({ onClose }: { onClose: () => void }) {
  const { fontFamily, borderRadius, opened } = useAppState(({ customization }) => customization)
  const mode = useAppState(({ preference }) => preference.mode)
  const dispatch = useDispatch()
  const reset = () => {
    dispatch(fontFamilySet(defaultCustomization.fontFamily))
    dispatch(borderRadiusSet(defaultCustomization.borderRadius))
    dispatch(openedSet(defaultCustomization.opened))
    dispatch(modeSet(defaultPreference.mode))
  }
  return (
    <Style>
      <Drawer
        anchor="right"
        open
        onClose={onClose}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Theme', sx: { width: 320, p: 5 } } }}
      >
        <Stack gap={6}>
          <Row justify="space-between">
            <Text as="h2" size={16} weight={600}>
              Theme
            </Text>
            <IconButton label="Close" icon={IconX} onClick={onClose} />
          </Row>
          <Choice label="Colours" options={optionsOf(colourModeLabels)} value={mode} onChange={(next) => dispatch(modeSet(next))} />
          <Choice label="Font" options={optionsOf(fontLabels)} value={fontFamily} onChange={(next) => dispatch(fontFamilySet(next))} />
          <Setting label={`Corner radius: ${borderRadius} px`}>
            {(id) => (
              <Slider
                aria-labelledby={id}
                value={borderRadius}
                min={borderRadiusRange.least}
                max={borderRadiusRange.most}
                step={2}
                marks
                onChange={(_event, next) => dispatch(borderRadiusSet(next as number))}
              />
            )}
          </Setting>
          <Choice
            label="Menu"
            options={[
              { value: 'wide', label: 'Wide' },
              { value: 'narrow', label: 'Narrow' },
            ]}
            value={opened ? 'wide' : 'narrow'}
            onChange={(next) => dispatch(openedSet(next === 'wide'))}
          />
          <Button onClick={reset}>Reset to defaults</Button>
        </Stack>
      </Drawer>
    </Style>
  )
}

function Setting({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <Stack gap={2}>
      <Text size={13} weight={500} id={id}>
        {label}
      </Text>
      {children(id)}
    </Stack>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

function Choice<V extends string>({ label, options, value, onChange }: ChoiceProps<V>) {
  return (
    <Setting label={label}>
      {(id) => (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={value}
          aria-labelledby={id}
          onChange={(_event, next: V | null) => next && onChange(next)}
        >
          {options.map((option) => (
            <ToggleButton key={option.value} value={option.value}>
              {option.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Setting>
  )
}
