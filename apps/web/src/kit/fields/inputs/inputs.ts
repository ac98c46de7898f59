import { ChipsInput } from './chips-input.tsx'
import { DayInput } from './day-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PointInput } from './point-input.tsx'
import { PolygonInput } from './polygon-input.tsx'
import { ReferenceInput } from './reference-input.tsx'
import { ReferencesInput } from './references-input.tsx'
import { SelectInput } from './select-input.tsx'
import { SwitchInput } from './switch-input.tsx'
import { LineInput } from './text-inputs.tsx'
import { TimeInput } from './time-input.tsx'

/** What is typed into, all of it built on the component library: one piece of code, which a form brings along. */
export const inputs = {
  ChipsInput,
  DayInput,
  LineInput,
  MoneyInput,
  NumberInput,
  PointInput,
  PolygonInput,
  ReferenceInput,
  ReferencesInput,
  SelectInput,
  SwitchInput,
  TimeInput,
}
