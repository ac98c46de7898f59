import {
  addSeconds,
  branchContract,
  businessDay,
  firstSignInLabels,
  type Instant,
  isInstant,
  LocalDate,
  localDateAt,
  roleContract,
  type StaffScope,
  scopeKindLabels,
  scopeKinds,
  storeContract,
} from '@larder/contract'
import { useMe, useZone } from '#kit/access/access.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField } from '#kit/fields/fields.tsx'
import { DayInput, ReferencesInput, SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { optionsFrom, optionsOf } from '#kit/fields/options.ts'
import { referenceSource } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'

/** The roles that one may give. */
export const roleField = selectField('roleId', {
  label: 'Role',
  help: 'The roles that you may give: nobody grants what they lack.',
  options: optionsFrom(roleContract.assignable, {}, (roles) =>
    roles.filter(({ because }) => because === null).map(({ id, name }) => ({ value: id, label: name })),
  ),
})

const places = {
  branch: referenceSource({ from: branchContract, title: (row) => row.name }),
  store: referenceSource({ from: storeContract, title: (row) => row.name }),
}

type Scope = { kind?: StaffScope['kind'] | ''; ids?: readonly string[] }

/** How far a person reaches: everywhere, or the branches or stores that are named. */
export const scopeField = customField<'scope', StaffScope>('scope', {
  label: 'Scope',
  input: (props) => <ScopeInput {...props} />,
  show: (value) => scopeWords(value as Scope | null),
})

function scopeWords(scope: Scope | null): string {
  if (!scope?.kind) return 'none'
  return scope.kind === 'all' ? scopeKindLabels.all : `${scopeKindLabels[scope.kind]}: ${scope.ids?.length ?? 0}`
}

function ScopeInput({ value, onChange, ...props }: FieldInputProps) {
  const own = useMe().scope.kind
  const { kind = '', ids = [] } = (value ?? {}) as Scope
  return (
    <Stack gap={2}>
      <SelectInput
        {...props}
        value={kind}
        onChange={(next) => onChange({ kind: next, ids: [] })}
        options={optionsOf(scopeKindLabels).filter(({ value: each }) => scopeKinds.indexOf(each) >= scopeKinds.indexOf(own))}
      />
      {(kind === 'branch' || kind === 'store') && (
        <ReferencesInput
          {...props}
          key={kind}
          id={`${props.id}-places`}
          label={scopeKindLabels[kind]}
          value={ids}
          onChange={(next) => onChange({ kind, ids: next })}
          source={places[kind]}
        />
      )}
    </Stack>
  )
}

/** The last day of an account, in the installation's zone; kept as the moment after it. */
export const expiryField = customField<'expiresAt', Instant>('expiresAt', {
  label: 'Last day',
  help: 'The account is closed after it. Leave empty for an account that stays.',
  input: (props) => <LastDayInput {...props} />,
  show: (value) => (typeof value === 'string' && isInstant(value) ? format().instant(noonBefore(value), 'mediumDate', 'UTC') : 'none'),
})

/** Noon of the last day, in the installation's zone: told in any zone of the day it is the same date. */
function noonBefore(end: Instant): Instant {
  return addSeconds(end, -12 * 3600)
}

function LastDayInput({ value, onChange, range: _, ...props }: FieldInputProps) {
  const zone = useZone()
  const text = typeof value === 'string' ? value : ''
  return (
    <DayInput
      {...props}
      value={isInstant(text) ? localDateAt(addSeconds(text, -1), zone) : text}
      onDay={(day) => onChange(LocalDate.safeParse(day).success ? businessDay(day, zone).to : day || null)}
    />
  )
}

export const firstSignInField = selectField('firstSignIn', {
  label: 'First sign-in',
  help: 'An invitation lets them choose a password by themselves. Its link is shown to you once as well.',
  options: optionsOf(firstSignInLabels),
})
