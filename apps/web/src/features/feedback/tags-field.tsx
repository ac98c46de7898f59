import { reasonOptions } from '#entities/reason-options.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField } from '#kit/fields/fields.tsx'
import { ChecksInput } from '#kit/fields/inputs/checks-input.tsx'
import { WithOptions } from '#kit/fields/inputs/with-options.tsx'
import type { Option } from '#kit/fields/options.ts'

/** The tags that feedback has, of those of their list. */
export const tagsField = customField<'tags', readonly string[]>('tags', {
  label: 'Tags',
  input: (props) => (
    <WithOptions options={reasonOptions('feedback')}>
      {(offered = []) => <ChecksInput {...props} options={withOwn(offered, props)} />}
    </WithOptions>
  ),
})

/** One that is not offered any more stays until it is taken off. */
function withOwn(offered: readonly Option[], { value }: FieldInputProps): readonly Option[] {
  const chosen: readonly string[] = Array.isArray(value) ? value : []
  const gone = chosen.filter((code) => offered.every((option) => option.value !== code))
  return [...offered, ...gone.map((code) => ({ value: code, label: code }))]
}
