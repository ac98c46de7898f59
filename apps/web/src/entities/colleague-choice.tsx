import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'

interface Colleague {
  id: string
  name: string
  roleName: string
}

interface ColleagueChoiceProps extends FieldInputProps {
  read: Parameters<typeof Loading<readonly Colleague[]>>[0]['read']
  /** Who would appear where there is nobody. */
  empty: string
}

/** One of those who may handle something; who was here last comes first. */
export function ColleagueChoice({ read, empty, ...props }: ColleagueChoiceProps) {
  return (
    <Loading read={read}>
      {(colleagues) =>
        colleagues.length === 0 ? (
          <EmptyState title="Nobody else" text={empty} />
        ) : (
          <RadioList {...props} choices={colleagues.map(({ id, name, roleName }) => ({ value: id, label: name, hint: roleName }))} />
        )
      }
    </Loading>
  )
}
