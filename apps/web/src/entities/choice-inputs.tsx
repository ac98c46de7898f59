import type { ItemGroup, MenuItem } from '@larder/contract'
import { ChecksInput } from '#kit/fields/inputs/checks-input.tsx'
import { SelectInput } from '#kit/fields/inputs/select-input.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { Text } from '#kit/layout/text.tsx'
import { pricedWords, rangeWords } from './choice-words.ts'
import './choice-inputs.css'

/** What was chosen of an item's groups, as a basket says it. */
export interface Chosen {
  choices?: Record<string, string>
  addons?: Record<string, string[]>
}

interface ChoiceInputsProps {
  id: string
  item: Pick<MenuItem, 'name' | 'groups'>
  chosen: Chosen
  onChosen: (chosen: Required<Chosen>) => void
}

/** Everything that is chosen with an item: one of a group from a list, several by ticks. */
export function ChoiceInputs({ id, item, chosen: { choices = {}, addons = {} }, onChosen }: ChoiceInputsProps) {
  return item.groups.map((group) => {
    const { name } = group
    const shared = { ...unbound, id: `${id}-${name}`, name, label: `${name} of ${item.name}`, options: group.choices.map(optionOf) }
    if (group.maxChoices > 1) {
      const take = (value: unknown) => onChosen({ choices, addons: withGroup(addons, name, value as string[] | null) })
      return (
        <div key={name} className="choice-several">
          <Text as="div" size={12} tone="muted">
            {`${name}, ${rangeWords(group)}`}
          </Text>
          <ChecksInput {...shared} range={{ max: group.maxChoices }} value={addons[name] ?? []} onChange={take} />
        </div>
      )
    }
    const take = (value: unknown) => onChosen({ choices: withGroup(choices, name, value ? String(value) : null), addons })
    return <SelectInput key={name} {...shared} none={`${name}…`} value={choices[name] ?? null} onChange={take} />
  })
}

function optionOf({ available, ...choice }: ItemGroup['choices'][number]) {
  return { value: choice.name, label: pricedWords(choice), ...(!available && { hint: 'sold out' }) }
}

function withGroup<V extends string | string[]>(all: Record<string, V>, group: string, value: V | null): Record<string, V> {
  const { [group]: _, ...rest } = all
  return value === null || value.length === 0 ? rest : { ...rest, [group]: value }
}
