import { type ComponentType, createContext, use } from 'react'
import { soon } from '../../lazily.tsx'
import type { inputs } from './inputs.ts'
import '../../feedback/feedback.css'

type Inputs = typeof inputs

/** The inputs' code, which the form around them has brought; null outside of forms. */
export const BroughtInputs = createContext<Inputs | null>(null)

const waiting = <span className="bone" style={{ width: '100%', height: 40 }} />

/** An input by its name: a field is declared with its list, where nobody types. Outside of a form its code comes once the page stands. */
function input<K extends keyof Inputs>(name: K): Inputs[K] {
  const Fetched = soon(() => import('./inputs.ts').then((module) => module.inputs[name]), waiting)
  const render = (props: object) => {
    const Shown = (use(BroughtInputs)?.[name] ?? Fetched) as ComponentType<object>
    return <Shown {...props} />
  }
  return render as Inputs[K]
}

export const ChipsInput = input('ChipsInput')
export const DayInput = input('DayInput')
export const LineInput = input('LineInput')
export const MoneyInput = input('MoneyInput')
export const NumberInput = input('NumberInput')
export const PointInput = input('PointInput')
export const PolygonInput = input('PolygonInput')
export const ReferenceInput = input('ReferenceInput')
export const ReferencesInput = input('ReferencesInput')
export const SelectInput = input('SelectInput')
export const SwitchInput = input('SwitchInput')
export const TimeInput = input('TimeInput')
